import { mappedColumns, type Mapping, type Upload } from './import-mapping.ts'
import { type ReportedProblem, sentenceOf } from './row-sentence.ts'

type PreviewRow = { line: number; values: Record<string, unknown>; issues: unknown[] }
type Lines = { rows: number; lines: number[] }
export type CheckedUpload = Upload & {
  preview: PreviewRow[]
  check: { problems: ReportedProblem[]; undated: Lines; repeated: Lines }
}
export type CheckReport = ReturnType<typeof reportOf>

const maxSamples = 3
/** The other warnings are about the suggested mapping; of the one that is used the check says more. */
const warningsOfFile = new Set(['ALREADY_UPLOADED', 'DUPLICATE_HEADERS'])

/** Without a check the mapping cannot be used as it is. */
export function reportOf(upload: Upload, mapping: Mapping, checked: CheckedUpload | undefined) {
  const { type, detected_platform, encoding, delimiter, row_count: rows, warnings } = upload
  return {
    dry_run: true,
    detected_platform,
    type,
    encoding,
    delimiter,
    rows,
    mapping: mappedColumns(upload, mapping),
    warnings: warnings.filter(({ code }) => warningsOfFile.has(code)).map(({ message }) => message),
    ...(checked && outcomeOf(checked)),
  }
}

function outcomeOf({ totals, preview, check: { problems, undated, repeated } }: CheckedUpload) {
  const sentences = (severity: ReportedProblem['severity']) =>
    problems.filter((problem) => problem.severity === severity).map(sentenceOf)
  return {
    ...totals,
    samples: preview
      .filter(({ issues }) => issues.length === 0)
      .slice(0, maxSamples)
      .map(({ line, values }) => ({ line, values })),
    skipped_rows: sentences('warning'),
    errors: sentences('error'),
    undated,
    repeated,
  }
}
