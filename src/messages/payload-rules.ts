// Rules for the fields of payloads. Each rule is a constant, so that a bundle contains only those that it uses.

export const fieldRequired = "{field} is required";
export const fieldRequiredAnd = "{field} is required and {rule}";
export const requiredForType = "{field} is required for {type}";
export const eapMethodRequired = "{field} is required for WPA2-EAP: use an EAP method such as PEAP, TTLS or PWD";
export const requiredUnless = "{field} is required unless {option} is set";
export const requiredUnlessEither = "{field} is required unless {option} or {other} is set";
export const emptyForType = "{field} must be empty for {type}";
export const emptyForOpenNetwork = "{field} must be empty for an open network";
export const emptyUnless = "{field} must be empty unless {option} is {value}";
export const emptyIfSet = "{field} must be empty if {option} is set";
export const textLength = "{field} must be 1 to {max} characters";
export const lineWithoutColon = "{field} must be 1 to {max} characters on one line, without a colon";
export const gs1Characters =
  "{field} must be 1 to {max} English letters, digits or common punctuation marks, without spaces";
export const networkName = "{field} must be a network name of 1 to {max} bytes in UTF-8";
export const eapMethod = "{field} must be an EAP method, such as PEAP, TTLS or PWD";
export const innerMethod = "{field} must be an inner method, such as MSCHAPV2 or PAP";
export const wpaPassword = "{field} must be 8 to 63 English letters, digits, spaces or symbols, or 64 hex digits";
export const wepPassword = "{field} must be 5 or 13 ASCII characters, or 10 or 26 hex digits, for WEP";
export const base32Key =
  "{field} must be a base32 key: 8 to 256 characters, each a letter from A to Z or a digit from 2 to 7";
export const birthday = "{field} must be a date, such as 1815-12-10 or, without the year, --12-10";
export const compactDate = "{field} must be a date in the form YYYYMMDD";
export const expiryDate = "{field} must be a date in the form YYMMDD, where day 00 means the end of the month";
export const eventTime =
  "{field} must be a date, with or without a time, such as 2026-12-24, 2026-12-24T18:00 or, in UTC, 2026-12-24T17:00Z";
export const sameForm = "{field} must have the same form as {option}: a date, a local time or a UTC time";
export const notBefore = "{field} must not be before {option}";
export const phoneNumber = "{field} must be a phone number of 2 to 15 digits, such as +44 20 7946 0958, without (0)";
export const phoneWithExtension =
  "{field} must be a phone number, such as +44 20 7946 0958 or, with an extension, +44 20 7946 0958 ext. 12";
export const emailList = "{field} must be one or more email addresses, separated by commas, such as ada@example.com";
export const emailAddress = "{field} must be an email address, such as ada@example.com";
export const webUrl =
  "{field} must be a URL without spaces that starts with https:// or http://, such as https://example.com";
export const resolverAddress =
  "{field} must be a URL without a user name, query, fragment or trailing slash, such as https://id.gs1.org";
export const decimalDegrees = "{field} must be decimal degrees from {min} to {max}, such as 48.8584";
export const metres = "{field} must be a number in metres, such as 330";
export const ibanDigits =
  "{field} must be an IBAN with valid check digits and the right length for its country, such as DE89 3704 0044 0532 0130 00";
export const bicCode = "{field} must be a BIC of 8 or 11 characters, such as COBADEFFXXX";
export const euroAmount = "{field} must be an amount from {min} to {max} euros, such as 12.30";
export const purposeCode = "{field} must be a purpose code of 1 to 4 letters or digits, such as CHAR";
export const creditorReference =
  "{field} must be an ISO 11649 reference with valid check digits, such as RF18 5390 0754 7034";
export const shorterTransfer = "{field} must be shorter, so that the encoded transfer has at most {max} bytes";
export const gtinDigits = "{field} must have 8, 12, 13 or 14 digits with a valid check digit, such as 9506000134352";
export const bitcoinAddress = "{field} must be a valid Bitcoin address, such as bc1q… or 1…";
export const bitcoinAmount =
  "{field} must be a decimal number above 0 and at most {max}, with up to 8 decimal places, such as 0.0025";
export const bicRequired = "{field} is required unless {option} is from a country in the European Economic Area";
