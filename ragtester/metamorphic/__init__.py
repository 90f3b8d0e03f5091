"""metamorphic."""
