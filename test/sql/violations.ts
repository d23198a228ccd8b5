import { checkStatement, type Violation } from './check-statement.ts'
import { exceptionFor } from './exceptions.ts'
import type { CapturedStatement } from './statement-key.ts'

export type RefusedStatement = { statement: CapturedStatement; violations: Violation[] }

/** The statements with violations, less the exceptions. */
export const violationsOf = (statements: readonly CapturedStatement[]): RefusedStatement[] =>
  statements.flatMap((statement) => {
    const violations = exceptionFor(statement) ? [] : checkStatement(statement.text)
    return violations.length ? [{ statement, violations }] : []
  })
