"""Campaigns: metamorphic testing and the repair study."""

from ragtester.runner.campaigns.alone import CampaignResult, metamorphic, repair

__all__ = ["CampaignResult", "metamorphic", "repair"]
