"""Why an archive is not what it should be."""

from kirocrew.base.problems import Invalid


class ArchiveError(Invalid):
    """The file is no archive, is not whole, was changed, or can't be read by this version. Nothing was imported."""

    default_type, default_title = "bad-archive", "The archive can't be used"


class WrongPassphrase(Invalid):
    """The passphrase does not open this archive, or one is needed and none was given."""

    default_type, default_title = "wrong-passphrase", "The passphrase does not open this archive"
