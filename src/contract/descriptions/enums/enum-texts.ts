/** An enumeration by its name: what it says, and what each of its values means. */
export type EnumTexts = Readonly<Record<string, { text: string; values: Readonly<Record<string, string>> }>>
