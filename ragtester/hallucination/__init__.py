"""hallucination."""
