// Rules that only developers can break, in more than one place. They are only in English.

export const anyString = "{field} must be a string";
export const needs = "{field} needs {name}";
export const unknownOption = "{field} is unknown: check its name";
export const didYouMean = "{field} is unknown: did you mean {name}?";
export const jobUnsupported = "{name} is not supported here";
