/** Texts by the path of a field. */
export type FieldTexts = Readonly<Record<string, string>>
