import type { FieldTexts } from './field-texts.ts'

/** Accounts: the companies whose people give feedback. */
export const companyTexts: Record<string, FieldTexts> = {
  Account: {
    plan: 'The plan that it pays for, such as `enterprise`; null where unknown.',
    'revenue.period': 'The period in which it pays the amount.',
    owner: 'The member who looks after it; null for nobody.',
    'owner.name': 'The name of that member.',
    feedback_count: 'The number of feedback items of its contacts.',
    merged_into_id: 'The account that it was merged into; null if it was not.',
  },
  AccountDetail: {
    'nps.score': 'The Net Promoter Score of its contacts, from -100 to 100.',
    'nps.responses': 'The number of responses behind the score.',
    'top_themes.name': 'The name of a theme that its contacts speak of.',
  },
  upsertAccount: {
    plan: 'The plan that it pays for, such as `enterprise`; null where unknown.',
    'revenue.period': 'The period in which it pays the amount.',
  },
  updateAccount: {
    plan: 'The plan that it pays for, such as `enterprise`; null where unknown.',
    'revenue.period': 'The period in which it pays the amount.',
  },
  mergeAccounts: { source_account_ids: 'The accounts that become part of this one; at most 20.' },
}
