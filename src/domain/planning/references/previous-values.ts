/** The former values of the changed fields. */
export const previousValues = (before: object, changes: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(changes).flatMap(([name, value]) => {
      const previous = (before as Record<string, unknown>)[name]
      return value === undefined || value === previous ? [] : [[name, previous]]
    }),
  )
