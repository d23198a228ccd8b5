import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploads, useUploads } from './uploads-client.ts'

/* People in CSV files without an email or a phone. */

useUploads()

const file = [
  'Date,Name,Company,Feedback',
  '2026-10-02,Anna Whitlock,Riverside Food Bank,I copy the rota by hand every Sunday',
  '2026-10-03,Anna  Whitlock,Riverside Food  Bank,Volunteers get the reminder at night',
  '2026-10-04,Anna Whitlock,Hospice Friends,The calendar is an hour late',
  '2026-10-05,Anna Whitlock,,Shift swaps need three mails',
  '2026-10-06,,Hospice Friends,The app is only in English',
].join('\n')

test('a name with a company is a person, the same in every file; a name alone is not', async () => {
  await uploads.importFile(file, { type: 'feedback' })
  await uploads.importFile(`${file}\n2026-10-07,Anna Whitlock,Hospice Friends,Swaps take too long\n`, {
    type: 'feedback',
  })
  const contacts = await uploads.list('/contacts')
  assert.deepEqual(contacts.map(({ name, company, feedback_count }) => [name, company.name, feedback_count]).sort(), [
    ['Anna Whitlock', 'Hospice Friends', 3],
    ['Anna Whitlock', 'Riverside Food Bank', 4],
  ])
  const accounts = await uploads.list('/accounts')
  assert.deepEqual(accounts.map(({ name }) => name).sort(), ['Hospice Friends', 'Riverside Food Bank'])
  const [alone] = (await uploads.list('/feedback')).filter(({ content }) => content === 'Shift swaps need three mails')
  assert.deepEqual([alone!.contact_id, alone!.metadata], [null, { respondent_name: 'Anna Whitlock' }])
})
