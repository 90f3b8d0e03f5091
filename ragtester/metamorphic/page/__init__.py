"""The campaign as one self-contained HTML page."""

from ragtester.metamorphic.page.render import campaign_page

__all__ = ["campaign_page"]
