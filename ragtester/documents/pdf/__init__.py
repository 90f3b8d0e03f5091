"""From the pages of a PDF to blocks in reading order: words, lines, columns, tables, paragraphs."""
