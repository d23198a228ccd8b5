import type { CsvType } from '#contract/resources/csv-columns.ts'
import { feedbackRows } from './feedback-rows.ts'
import { interviewRows } from './interview-rows.ts'
import { npsRows } from './nps-rows.ts'
import { surveyRows } from './survey-rows.ts'
import { ticketRows } from './ticket-rows.ts'
import type { AnyImporter } from './row-importer.ts'

export const importers: Record<CsvType, AnyImporter> = {
  feedback: feedbackRows as unknown as AnyImporter,
  nps: npsRows as unknown as AnyImporter,
  user_interview: interviewRows as unknown as AnyImporter,
  cs_ticket: ticketRows as unknown as AnyImporter,
  survey: surveyRows as unknown as AnyImporter,
}
