import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { analyze, type Finding } from '#engine/analyze.ts'
import { type Embedder, openEmbedder } from '#engine/embed/embedder.ts'
import { hasNoContent } from '#engine/text/split-statements.ts'
import { readItemSets } from '../../scripts/eval/items/read-items.ts'
import { openSteadyReading, type View } from './steady-reading.ts'

/* What is read out of whole texts; labels by the definitions of training/README.md. */

const model = await openEmbedder('model', 1)
const byRules = await openEmbedder('static')
const steady = await openSteadyReading()
after(() => Promise.all([model.close(), steady.close()]))

const max = 8
const sourcesOf = (texts: readonly string[]) => texts.map((content) => ({ content, title: null, rating: null, max }))
const read = (texts: readonly string[], { read }: Pick<Embedder, 'read'>) => analyze(sourcesOf(texts), read)
/** For expectations about what is found: the model decides the same when it is disturbed. */
const readSteadily = <T>(texts: readonly string[], view: View<T>) => steady.read(sourcesOf(texts), view)
const labels = (findings: readonly Finding[]) => findings.map(({ sentiment, category }) => [sentiment, category])
const quotes = (findings: readonly Finding[]) => findings.map(({ quote }) => quote.text)
const labelled = (findings: readonly Finding[]) =>
  findings.map(({ sentiment, category, quote }) => [sentiment, category, quote.text])

function assertExact(content: string, findings: readonly Finding[]) {
  let before = 0
  for (const { quote } of findings) {
    assert.equal(content.slice(quote.start, quote.end), quote.text)
    assert.ok(quote.start >= before && quote.end > quote.start, JSON.stringify({ content, quote }))
    before = quote.end
  }
}

const pieces = fc.constantFrom(
  'The export fails. ',
  'I love the charts, but search is slow. ',
  'Please add dark mode!\n',
  '> quoted\n',
  '- one entry\n',
  '1) first 2) second ',
  '\n\n',
  'Hi team,\n',
  'Thanks,\nBo\n',
  '“odd” marks ',
  '<p>The <b>filter</b> resets</p>',
  '### System info\n',
  'Die Suche ist schnell, aber teuer. ',
  '検索は速いです。',
  '😡😡 ',
  'x'.repeat(300),
)

test('every quote is a verbatim part of its text, and none overlaps another', async () => {
  const texts = fc.array(
    fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
    { minLength: 4, maxLength: 4 },
  )
  for (const tier of [model, byRules])
    await fc.assert(
      fc.asyncProperty(texts, async (contents) => {
        for (const [n, findings] of (await read(contents, tier)).entries()) assertExact(contents[n]!, findings)
      }),
      { numRuns: tier === model ? 8 : 100 },
    )
})

const devItems = readItemSets([join(import.meta.dirname, '../../training/dev')], 40).flatMap(({ items }) => items)

test('a text with content has a finding, with few exceptions, and its quotes are exact', async () => {
  const short = ['Broken', 'Too expensive', 'Zu teuer', 'Love it', 'Great app!!!', 'wow so slow 😡']
  const texts = [...short, ...devItems.map(({ text }) => text)]
  for (const tier of [model, byRules]) {
    const missed: string[] = []
    for (const [n, findings] of (await read(texts, tier)).entries()) {
      assertExact(texts[n]!, findings)
      const hasPoints = n < short.length || devItems[n - short.length]!.gold.length > 0
      if (hasNoContent(texts[n]!)) assert.deepEqual(findings, [], texts[n])
      else if (hasPoints && findings.length === 0) missed.push(texts[n]!)
    }
    assert.ok(missed.length <= 0.02 * texts.length, missed.join('\n'))
    assert.deepEqual(
      missed.filter((text) => short.includes(text)),
      [],
    )
  }
})

test('two subjects joined by “but” are two points', async () => {
  const texts = [
    'The dashboards are gorgeous, but the CSV export crashes every time.',
    'The board view is lovely but the mobile app keeps logging me out.',
  ]
  assert.deepEqual(await readSteadily(texts, labelled), [
    [
      ['POSITIVE', 'DELIGHTS', 'The dashboards are gorgeous'],
      ['NEGATIVE', 'BUGS_AND_ERRORS', 'the CSV export crashes every time.'],
    ],
    [
      ['POSITIVE', 'DELIGHTS', 'The board view is lovely'],
      ['NEGATIVE', 'BUGS_AND_ERRORS', 'the mobile app keeps logging me out.'],
    ],
  ])
})

test('each entry of a list inside a sentence is a point', async () => {
  const sentences = 'My list: 1) Search takes ten seconds. 2) I would like a dark mode. 3) The export is broken.'
  assert.deepEqual(await readSteadily([sentences], labelled), [
    [
      ['NEGATIVE', 'PAIN_POINTS', 'Search takes ten seconds.'],
      ['NEUTRAL', 'FEATURE_REQUESTS', 'I would like a dark mode.'],
      ['NEGATIVE', 'BUGS_AND_ERRORS', 'The export is broken.'],
    ],
  ])
  const clauses = 'Problems: 1) search takes ten seconds, 2) the export to PDF is broken, 3) no dark mode.'
  assert.deepEqual(await readSteadily([clauses], quotes), [
    ['search takes ten seconds', 'the export to PDF is broken', 'no dark mode.'],
  ])
})

test('the numbers of a list within a line belong to no point', async () => {
  const text = '1) reports time out 2) the filter forgets my choice 3) would like dark mode'
  assert.deepEqual(await readSteadily([text], quotes), [
    ['reports time out', 'the filter forgets my choice', 'would like dark mode'],
  ])
})

test('praise and complaint joined by “but” and the like are two points, in other languages too', async () => {
  const cases = [
    ['I love the new editor', ' but ', 'the price went up by 40 percent this year.'],
    ['The board looks lovely', ' though ', 'it takes ages to load.'],
    ["L'application plante dès que j'ouvre la carte", ', mais ', 'le support est très réactif.'],
  ]
  assert.deepEqual(
    await readSteadily(
      cases.map((parts) => parts.join('')),
      quotes,
    ),
    cases.map(([first, , second]) => [first, second]),
  )
  const complaint = 'The export is slow but it also loses the last column.'
  const [whole] = await readSteadily([complaint], ([first, ...rest]) => [first?.sentiment, rest.length <= 1])
  assert.deepEqual(whole, ['NEGATIVE', true])
})

test('“IT” is a department, not a pronoun that continues the sentence before', async () => {
  const cases = [
    ['We like the reports.', 'IT wants single sign-on before we can roll it out.'],
    ['We love the dashboards.', 'IT requires audit logs of every login.'],
  ]
  assert.deepEqual(
    await readSteadily(
      cases.map((parts) => parts.join(' ')),
      quotes,
    ),
    cases,
  )
})

test('greetings, signatures, headings, system information and log lines are no insights', async () => {
  const mail =
    'Hi team,\n\nThe CSV export fails for boards with more than 500 cards.\n\nBest regards,\nAna Lopez\nHead of Operations, Acme GmbH\n+49 30 1234567'
  const issue =
    '### Describe the bug\nThe sidebar disappears when I open a second window.\n\n### System info\n- OS: Ubuntu 24.04\n- Version: 7.3.1\n\n### Logs\n```\n2026-11-03 10:22:11 ERROR [worker-3] connection refused\n    at Exporter.run (exporter.js:42:13)\n```\n'
  const log =
    '2026-11-03 10:22:11 ERROR [worker-3] connection refused\n2026-11-03 10:22:12 WARN retrying in 5s\n\nSince yesterday the sync stops after a minute.'
  const note =
    'Hello,\nthanks for the quick answer yesterday!\nThe invoice still shows the wrong VAT number.\nCheers\nBo'
  const praise = "Sync is finally reliable since 4.2, thanks for that, haven't lost a record in weeks."
  const greeting = 'Hi there,\nGood morning!\n\nSent from my iPhone'
  assert.deepEqual(await readSteadily([mail, issue, log, note, praise, greeting], quotes), [
    ['The CSV export fails for boards with more than 500 cards.'],
    ['The sidebar disappears when I open a second window.'],
    ['Since yesterday the sync stops after a minute.'],
    ['The invoice still shows the wrong VAT number.'],
    ['Sync is finally reliable since 4.2', "haven't lost a record in weeks."],
    [],
  ])
})

test('labels follow their definitions: defects, wishes, questions and irony', async () => {
  const cases: [string, string[]][] = [
    ['Pasted snippets turn into one line', ['NEGATIVE', 'BUGS_AND_ERRORS']],
    ['Could you add a word count for long texts?', ['NEUTRAL', 'FEATURE_REQUESTS']],
    ['Does the export include archived boards?', ['NEUTRAL', 'GENERAL_FEEDBACK']],
    ['Too expensive for a team of three', ['NEGATIVE', 'PAIN_POINTS']],
    ['I never know whether to press Resolve, Close or Done', ['NEGATIVE', 'USABILITY_ISSUES']],
    ['Since the last fix it has not crashed once, thank you!', ['POSITIVE', 'DELIGHTS']],
  ]
  const found = await readSteadily(
    cases.map(([text]) => text),
    labels,
  )
  for (const [n, [text, expected]] of cases.entries()) assert.deepEqual(found[n]![0], expected, text)
})

test('a defect with five stars is a negative bug report, and a polite wish stays neutral', async () => {
  const sources = ['The app crashes every time I open a board since the last update', 'Please add a dark mode'].map(
    (content) => ({ content, title: null, rating: 1, max }),
  )
  assert.deepEqual(await steady.read(sources, labels), [
    [['NEGATIVE', 'BUGS_AND_ERRORS']],
    [['NEUTRAL', 'FEATURE_REQUESTS']],
  ])
})

test('a title is context: no point begins in it', async () => {
  const content = 'It happens on every page since Monday and I lose what I typed.'
  const source = { content, title: 'The editor crashes', rating: null, max }
  const [category] = await steady.read([source], (findings) => {
    assertExact(content, findings)
    return findings[0]!.category
  })
  assert.equal(category, 'BUGS_AND_ERRORS')
})

test('splits and labels texts in other languages', async () => {
  const praise = ['POSITIVE', 'DELIGHTS']
  const bug = ['NEGATIVE', 'BUGS_AND_ERRORS']
  const wish = ['NEUTRAL', 'FEATURE_REQUESTS']
  const cases: [string, string, string[], string[]][] = [
    ['Das neue Dashboard gefällt mir sehr.', 'Leider stürzt die App beim Export jedes Mal ab.', praise, bug],
    [
      'Ihr Kundendienst hat uns schnell und freundlich geholfen.',
      'Leider bricht der Export jedes Mal mit einem Fehler ab.',
      praise,
      bug,
    ],
    ['Le nouveau tableau de bord est magnifique.', 'Pourriez-vous ajouter un mode sombre ?', praise, wish],
    ['El nuevo panel es fantástico.', 'La aplicación se cierra cada vez que abro una factura.', praise, bug],
    ['O suporte foi excelente.', 'A exportação falha sempre com um erro.', praise, bug],
    ['A nova pesquisa é ótima e muito rápida.', 'Gostaria de poder exportar para PDF.', praise, wish],
    ['Il supporto è fantastico.', 'L’app si blocca ogni volta che apro un allegato.', praise, bug],
    ['De klantenservice is geweldig.', 'De app crasht steeds als ik een foto upload.', praise, bug],
    ['Obsługa klienta jest świetna.', 'Aplikacja zawiesza się przy każdym eksporcie.', praise, bug],
    ['検索はとても速くて気に入っています。', 'でも、PDFの書き出しが毎回失敗します。', praise, bug],
  ]
  const found = await readSteadily(
    cases.map(([first, second]) => `${first} ${second}`),
    labelled,
  )
  for (const [n, [first, second, ...expected]] of cases.entries())
    assert.deepEqual(found[n], [
      [...expected[0]!, first],
      [...expected[1]!, second],
    ])
})

test('a label belongs to what it announces, and a change from then to now is one point', async () => {
  const texts = [
    'feature idea: let me forward hotel invoices by email',
    'Reimbursement used to take two weeks, now it is two days.',
  ]
  assert.deepEqual(
    await readSteadily(texts, quotes),
    texts.map((text) => [text]),
  )
})

test('a text that begins with a label is read like what the label announces', async () => {
  const texts = ['Suche: findet keine alten Aufträge', 'Invoices: please send them as PDF']
  assert.deepEqual(await readSteadily(texts, labelled), [
    [['NEGATIVE', 'BUGS_AND_ERRORS', texts[0]]],
    [['NEUTRAL', 'FEATURE_REQUESTS', texts[1]]],
  ])
  const headers = ['Date: 12 March 2026', 'Interviewer: Tom Baker', 'Subject: Re: your ticket']
  assert.deepEqual(await readSteadily(headers, quotes), [[], [], []])
})

test('the questions of an interviewer are no findings', async () => {
  const asked = 'Interviewer: How do you handle foreign currencies today?'
  const answered = 'Dana: The app takes the rate of the day I upload, not the day I paid.'
  const interview = `${asked}\n${answered}\nInterviewer: Anything you like?`
  const [found] = await readSteadily([interview], quotes)
  const [foundByRules] = (await read([interview], byRules)).map(quotes)
  for (const texts of [found!, foundByRules!]) {
    assert.ok(texts.length > 0)
    for (const text of texts) assert.ok(answered.includes(text), text)
  }
  assert.deepEqual(await readSteadily([asked], quotes), [[]])
})
