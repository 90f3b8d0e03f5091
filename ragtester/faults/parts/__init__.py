"""Parts that the faults put in place of healthy ones."""
