"""Markdown to PDF: fonts, faces, and the flowables that reportlab sets."""
