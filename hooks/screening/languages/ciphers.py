"""Key words of attacks as rot13, reversal and Atbash write them."""

import codecs

KEY_WORDS = (
    "ignore disregard forget instructions instruction previous system prompt reveal password override above rules "
    "credentials unrestricted secret execute reverse pretend exfiltrate prior build shell"
).split()
ALPHABET = "abcdefghijklmnopqrstuvwxyz"
MIRROR = str.maketrans(ALPHABET, ALPHABET[::-1])

ENCIPHERED: dict[str, str] = {
    "ROT13": "|".join(codecs.encode(word, "rot13") for word in KEY_WORDS),
    "REVERSED": "|".join(word[::-1] for word in KEY_WORDS),
    "ATBASH": "|".join(word.translate(MIRROR) for word in KEY_WORDS),
}
