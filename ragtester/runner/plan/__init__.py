"""From the names of a configuration to components, systems and an estimate."""
