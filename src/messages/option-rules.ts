// Rules for options and data. Each rule is a constant, so that a bundle contains only those that it uses.

export const dataRequired = "{field} is required: pass the text";
export const lineLength = "{field} must be 1 to {max} characters on one line";
export const printableLine = "{field} must be 1 to {max} characters on one line, without control characters";
export const integerRange = "{field} must be an integer from {min} to {max}";
export const numberRange = "{field} must be a number from {min} to {max}";
export const fewPixels = "{field} must be at least {min}, because the code has {side} modules per side";
export const excludes = "{field} cannot be combined with {option}: remove one of them";
export const moduleRange = "{field} must be an integer from {min} to {max} for this text";
export const lengthRange =
  "{field} must be from {min} to {max} mm, such as 40mm, 4cm, 1.5in or 113pt; {option} is in pixels";
export const printedRange = "{field} must be from {min} to {max} mm at {dpi} dpi: change it or {option}";
export const trueOrFalse = "{field} must be true or false";
export const oneOf = "{field} must be one of {text}";
export const colorDigits = "{field} must be six hex digits without a leading #, such as 1a2b3c";
export const colorDigitsOrTransparent =
  "{field} must be six hex digits without a leading #, such as 1a2b3c, or transparent";
export const freeColorText = "{field} must be a colour such as #1a2b3c or #123";
export const freeColorOrTransparent = "{field} must be a colour such as #1a2b3c or #123, or transparent";
export const opaqueColor = "{field} must be opaque: write {text}";
export const opaqueOrTransparent = "{field} must be opaque or transparent: write {text} or transparent";
export const designObject = "{field} must be a JSON object of look options, such as {text}";
export const designUnknown = "{field} must contain only look options, not {text}";
export const designInvalid = "{field} has an invalid {option}, which {rule}";
export const gradientColor =
  "{field} has the invalid colour {text}: write six hex digits without a leading #, such as 1a2b3c";
export const gradientFreeColor = "{field} has the invalid colour {text}: write a colour such as #1a2b3c or #123";
export const gradientOpaque = "{field} must have opaque colours: write {value} in place of {text}";
export const gradientType = "{field} must have the type linear or radial";
export const gradientAngle = "{field} must have an integer angle from {min} to {max} if it is linear";
export const gradientCount = "{field} must have {min} to {max} colours";
export const gradientPositions = "{field} must have ascending positions from 0 to 100 percent, not {text}";
export const captionLength = "{field} must have at most {max} characters: shorten it";
export const captionControls = "{field} must not contain control characters: remove {text}";
export const captionBlank = "{field} must not be blank";
export const captionTooLong = "{field} is too long to be readable: shorten it to about {max} characters";
export const captionNeedsFonts = "{field} needs fonts, which are not available here: put the text next to the image";
export const unicodeText = "{field} must be a string without lone surrogates";
export const httpUrl = "{field} must be an http or https URL";
export const base64Text = "{field} must be a base64 data URI or a base64 string";
export const dataTooLong =
  "{field} is too long for {option} {level}: it has {length}, and the largest code holds {text}; {advice}";
export const versionTooLarge =
  "{field} needs version {version}, but {option} is {max}: raise {option}, lower {level} (H by default with a logo), or shorten the text";
export const belowVersion = "{field} must be at least {min}, because {option} is {min}";
export const byteCount = "{count} bytes";
export const digitCount = "{count} digits";
export const alphanumericCount = "{count} alphanumeric characters";
export const lowerLevelOrShorten = "use {option} {level} or shorten it";
export const shortenIt = "shorten it";
