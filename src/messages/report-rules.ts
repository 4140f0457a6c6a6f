// Problems in reports, and advice on them. Each rule is a constant, so that a bundle contains only those that it uses.

export const problemAdvice = "{problem}: {advice}";
export const both = "{first} and {second}";
export const either = "{first} or {second}";
export const contrastBetween =
  "{option} and {other} have a contrast of {ratio}:1, but {least}:1 or more is recommended";
export const contrastOnWhite = "{option} has a contrast of {ratio}:1 on white, but {least}:1 or more is recommended";
export const contrastOnBlack = "{option} has a contrast of {ratio}:1 on black, but {least}:1 or more is recommended";
export const invertedOnDarkPage = "{field} needs a dark page, and some scanners cannot read light codes on dark pages";
export const transparentToGray =
  "{field} is transparent, so the code scans reliably only on pages from white down to {value}";
export const transparentFromGray =
  "{field} is transparent, so the code scans reliably only on pages from black up to {value}";
export const transparentNeedsLight = "{field} is transparent, so the code needs a light page";
export const transparentNeedsDark = "{field} is transparent, so the code needs a dark page";
export const invertedColors = "{field} is lighter than {other}, and some scanners cannot read inverted codes";
export const mixedContrast = "the code must be darker than {option} everywhere, but {other} is not";
export const setDarker = "set {option} to {value} or darker";
export const setLighter = "set {option} to {value} or lighter";
export const setTo = "set {option} to {value}";
export const alsoTo = "{option} to {value}";
export const raiseTo = "raise {option} to {value}";
export const raiseFrom = "raise {option} from {before} to at least {value}";
export const lowerTo = "lower {option} to {value}";
export const lowerToAtMost = "lower {option} to at most {value}";
export const removeOption = "remove {option}";
export const alsoRemove = "{option}";
export const removeLogo = "remove the logo";
export const shorten = "shorten {option}";
export const swapOptions = "swap {option} and {other}";
export const swapColors = "swap the colours of the code and the background";
export const unreadableShape = "some scanners cannot read codes with {option} {value}, so the grade is C at most";
export const ignoredWith = "{field} has no effect with {option} {value}";
export const misread = 'scanners that expect Windows-1252 show "{shown}" instead of "{text}"';
export const misreadTwice =
  'ZBar shows "{guess}" instead of "{text}", and scanners that expect Windows-1252 show "{shown}"';
export const writeHost = "write the host as {host}";
export const percentEncode = "percent-encode the non-ASCII characters";
export const turnOn = "turn on {option}";
export const shapeUnreadByFew = "a few scanners cannot read codes with {option} {value}";
export const riskyShape = "some scanners read codes with {option} {value} less often";
export const logoLikeFinder = "the logo resembles a corner of a code, so some scanners search in the wrong place";
export const frameLikeFinder =
  "a part of the frame resembles a corner of a code, so some scanners search in the wrong place";
export const changeLogo = "change the logo or {option}";
export const changeOption = "change {option}";
export const transferLevel = "{field} is {value}, but the guideline for bank transfers requires M";
export const transferVersion = "the code has version {value}, but the guideline for bank transfers allows at most 13";
export const noQuietZone = "{field} is 0, so most scanners miss the code on a dark page, and the grade is C at most";
export const narrowQuietZone = "{field} is {value}, but the standard requires {least}";
export const shrunkQuietZone =
  "{field} leaves only {value} modules for the quiet zone, but the standard requires {least}";
export const smallModules = "modules are {pixels} px wide, but {least} px or more are recommended";
export const unusedDots = "modules are {pixels} dots wide, so {share}% of {option} is added to the quiet zone";
export const missingCharacters =
  "{field} contains characters that no font here has, so they are drawn as boxes: remove {text}";
export const scanSkipped = "the scan check was skipped: {text}";
export const logoUsesCorrection = "the logo uses {used}% of the error correction, but at most {most}% is recommended";
export const logoCoversTooMuch = "the logo covers more of the code than error correction can restore";
export const logoCoversPatterns = "the logo covers patterns that scanners need to find the code";
export const doesNotScan = "the code does not scan";
export const doesNotScanWith = "the code does not scan with {name}";
export const doesNotScanWithBoth = "the code does not scan with {name} and {name2}";
export const scansOnlyNear = "the code scans only from a short distance";
export const scansOnlySharp = "the code scans only with a good camera";
export const scansOnlyLit = "the code scans only under even lighting";
export const scansOnlyFront = "the code scans only from the front";
export const scansOnlyWithSpace = "the code scans only with free space around it";
export const scansOnlyInverted = "the code scans only with scanners that read inverted codes";
export const scansWellOnlyNear = "the code scans reliably only from a short distance";
export const scansWellOnlySharp = "the code scans reliably only with a good camera";
export const scansWellOnlyLit = "the code scans reliably only under even lighting";
export const scansWellOnlyFront = "the code scans reliably only from the front";
export const scansWellOnlyWithSpace = "the code scans reliably only with free space around it";
export const scansWellOnlyInverted = "the code scans reliably only with scanners that read inverted codes";
