"""The forms in which people say things outright, as tables: one module for each language."""

from typing import Final

from memory.consolidation.explicit.forms.base import Form, Language, Yields
from memory.consolidation.explicit.forms.chinese import CHINESE
from memory.consolidation.explicit.forms.english import ENGLISH
from memory.consolidation.explicit.forms.french import FRENCH
from memory.consolidation.explicit.forms.german import GERMAN
from memory.consolidation.explicit.forms.japanese import JAPANESE
from memory.consolidation.explicit.forms.korean import KOREAN
from memory.consolidation.explicit.forms.portuguese import PORTUGUESE
from memory.consolidation.explicit.forms.spanish import SPANISH
from memory.consolidation.explicit.forms.vietnamese import VIETNAMESE

__all__ = ["LANGUAGES", "Form", "Language", "Yields"]

LANGUAGES: Final = (ENGLISH, GERMAN, FRENCH, SPANISH, PORTUGUESE, VIETNAMESE, CHINESE, JAPANESE, KOREAN)
