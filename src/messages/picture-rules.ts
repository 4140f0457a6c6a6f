// Rules for picture codes. Each rule is a constant, so that a bundle contains only those that it uses.

export const pictureAspect = "{field} must be at most {max} times as wide as high, or as high as wide: crop it";
export const pictureUnreadable = "{field} must be at most {max}: stronger codes of this picture cannot be read";
export const pictureHopeless = "{field} leaves no readable code: use a picture with more contrast, or a larger size";
export const freeUrl = "{field} must be padding, because the text is not an http or https URL without a fragment";
export const freeRoom =
  "{field} must be padding, because version {version} has no space for a suffix: use a larger version";
