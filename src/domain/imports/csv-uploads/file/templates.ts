import { csvText } from '#contract/core/csv.ts'
import type { CsvType } from '#contract/resources/csv-columns.ts'

type Template = { header: readonly string[]; examples: readonly (readonly string[])[] }

const templates: Record<CsvType, Template> = {
  nps: {
    header: ['score', 'reason', 'respondent_email', 'respondent_name', 'response_date'],
    examples: [
      ['9', 'Search finds everything in seconds', 'ana@example.com', 'Ana Lima', '2026-05-02'],
      ['4', 'The export stops at 10,000 rows', 'ben@example.com', 'Ben Okafor', '2026-05-03'],
    ],
  },
  user_interview: {
    header: ['transcript', 'interview_date', 'interviewee_name', 'interviewee_email'],
    examples: [
      [
        'Interviewer: How do you share notes today?\nAna: I copy them into an email, every single time.',
        '2026-05-02',
        'Ana Lima',
        'ana@example.com',
      ],
      [
        'Interviewer: What slows you down?\nBen: Waiting for the sync after a flight.',
        '2026-05-03',
        'Ben Okafor',
        'ben@example.com',
      ],
    ],
  },
  cs_ticket: {
    header: ['subject', 'body', 'requester_email', 'requester_name', 'created_date', 'status', 'priority'],
    examples: [
      [
        'Export times out',
        'The export of our workspace stops after a minute.',
        'ana@example.com',
        'Ana Lima',
        '2026-05-02',
        'open',
        'high',
      ],
      [
        'Cannot invite a colleague',
        'The invitation never arrives.',
        'ben@example.com',
        'Ben Okafor',
        '2026-05-03',
        'solved',
        'normal',
      ],
    ],
  },
  feedback: {
    header: ['content', 'rating', 'source', 'respondent_email', 'respondent_name', 'submitted_date'],
    examples: [
      ['CSV export fails for more than 10k rows', '2', 'email', 'ana@example.com', 'Ana Lima', '2026-05-02'],
      ['Please let us pin notes to the top', '4', 'community', 'ben@example.com', 'Ben Okafor', '2026-05-03'],
    ],
  },
  survey: {
    header: ['respondent_email', 'respondent_name', 'What should we improve?', 'How likely are you to recommend us?'],
    examples: [
      ['ana@example.com', 'Ana Lima', 'Make the export faster', '8'],
      ['ben@example.com', 'Ben Okafor', 'Offline mode on the phone', '9'],
    ],
  },
}

export const templateOf = (type: CsvType) => ({
  type,
  file_name: `${type}-template.csv`,
  content: csvText([templates[type].header, ...templates[type].examples], '\n'),
})
