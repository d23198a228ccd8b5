/** What the changed fields held before. */
export const previousOf = (before: object, given: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const was = (before as Record<string, unknown>)[name]
      return value === undefined || value === was ? [] : [[name, was]]
    }),
  )
