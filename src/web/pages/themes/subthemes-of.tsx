/** What exactly people say inside a theme; shown when the organization has it. */
export function SubthemesOf({ themeId }: { themeId: string }) {
  return themeId ? null : null
}
