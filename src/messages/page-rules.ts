// Messages of the playground and the service worker. Each rule is a constant, so that a bundle contains only those that it uses.

export const noResponse = "no response from {text}";
export const unexpectedError = "Internal error";
export const exportKind = "this is not an export of links: choose an exported file";
export const exportLength = "the export must contain at most {max} links";
export const exportDamaged = "links[{number}] in the export is damaged: export the links again";
export const partMissing = "a required part is not on this device yet: try again when you are online";
export const fontMissing =
  "a font or emoji is not on this device: try again when you are online, and check that this site has {name}";
export const chooseOne = "{field} is required: choose one";
