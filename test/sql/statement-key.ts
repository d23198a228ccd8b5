export type CapturedStatement = {
  file: string
  text: string
  /** The places in the sources that led to it, `file:line:column`, the innermost first. */
  calls?: readonly string[]
}

/** Equal for statements that differ only in their parameters' numbers, in the length of lists or in white space. */
export const statementKey = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/\$\d+/g, '$')
    .replace(/'[^']*'/g, "''")
    .replace(/(\([^()]*\))(, ?\1)+/g, '$1')
    .replace(/(\$(?:::[\w[\]]+)?)(, ?\1)+/g, '$1')
