/** The field of one e-mail address. */
export const mailAddress = {
  kind: "line",
  max: 200,
  opens: "mail",
  rule: "must be an e-mail address, such as ada@example.com",
  test: isMailAddress,
} as const;

/** Whether `text` is one e-mail address in the everyday form, without quotes, comments or a display name. A narrower
 *  rule than RFC 5322, 3.4.1, and one that every mail program can be handed. */
export function isMailAddress(text: string): boolean {
  const [, domain] = /^[^\s@,;:<>()[\]"\\\p{C}]{1,64}@([^\s@,;:<>()[\]"\\\p{C}]{1,255})$/u.exec(text) ?? [];
  return domain?.split(".").every((label) => label !== "" && !/^-|-$/.test(label)) === true;
}
