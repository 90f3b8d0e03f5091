"""Authors: the built-in one, and one that asks a chat model."""
