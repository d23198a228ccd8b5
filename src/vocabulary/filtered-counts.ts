type CountOptions = { counted?: string; cast?: string; suffix?: string }

/** Columns of a select that count the rows of each condition: `count(*) filter (where …) as positive, …`. */
export const filteredCounts = (
  conditions: Readonly<Record<string, string>>,
  { counted = '*', cast = '', suffix = '' }: CountOptions = {},
): string =>
  Object.entries(conditions)
    .map(([name, condition]) => `count(${counted}) filter (where ${condition})${cast} as ${name}${suffix}`)
    .join(', ')

/** Values that the code knows as a list of SQL. */
export const sqlList = (values: readonly string[]): string => `(${values.map((value) => `'${value}'`).join(', ')})`
