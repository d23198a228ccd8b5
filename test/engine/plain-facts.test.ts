import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyze } from '#engine/analyze.ts'
import { isBackToNormal } from '#engine/text/plain-facts.ts'
import { categoryKeys } from '#vocabulary/categories.ts'

/* Sentences that sound like an opinion and only say how things are. */

const backToNormal = [
  'Back up at 11:45, thanks',
  'Running again since this morning, thank you',
  'It works again now.',
  'Everything is back to normal',
  'The gateway is up and running again',
  'Printer is back online since noon',
  'Our invoices are working again',
  'Solved by a restart, you can close the ticket',
  'It’s fixed now',
  'The problem has been resolved',
  'Wieder erreichbar seit 9 Uhr, danke',
  'Der Server läuft wieder',
  'Es funktioniert jetzt wieder, danke!',
  'Hat sich erledigt',
  'Le serveur refonctionne, merci',
  'Tout marche de nouveau',
  'Ya funciona otra vez, gracias',
  'Funziona di nuovo',
  'Alles werkt weer, bedankt',
  'Wszystko znowu działa',
]
const others = [
  'It works, again and again, a great product',
  'So happy that it works again',
  'The new search works well',
  'Always online and helpful',
  'Back in business thanks to your great support',
  'It is broken again',
  'The same error again this morning',
  'It stopped working again',
  'Nothing works again since the update',
  'Please fix it now',
  'Es läuft super',
  'Der Server läuft wieder nicht',
  'Es funktioniert schon wieder nicht',
  'Le serveur ne marche plus',
  'I had to log in again',
  'Back button is missing',
  'The battery is up to date',
  'Not solved yet',
  'Works again only after I unplug it every morning',
  'Export to Excel works again, but the columns are wrong',
]

test('what was broken and is no longer is told apart from praise and defects', () => {
  assert.deepEqual(
    backToNormal.filter((text) => !isBackToNormal(text)),
    [],
  )
  assert.deepEqual(others.filter(isBackToNormal), [])
})

const share = (at: number, length: number) => Array.from({ length }, (_, n) => (n === at ? 1 : 0))

/** As if the model were sure of praise. */
const labelsOfPraise = async (content: string, rating: number | null) => {
  const point = {
    start: 0,
    end: content.length,
    quoteStart: 0,
    quoteEnd: content.length,
    certainty: 1,
    content: 1,
    vector: new Float32Array(2),
    sentiments: share(2, 3),
    categories: share(categoryKeys.indexOf('DELIGHTS'), categoryKeys.length),
    area: null,
    mention: null,
    aspects: { 'works-well': 0.6, slow: 0.3, wanted: 0.1 },
  }
  const [findings] = await analyze([{ content, title: null, rating, max: 3 }], async () => [[point]])
  return findings!.map(({ sentiment, category, aspects }) => [sentiment, category, Object.keys(aspects!)])
}

test('a plain fact is no praise unless a good rating says so, nor is what was good before', async () => {
  const praise = ['POSITIVE', 'DELIGHTS', ['works-well']]
  const fact = ['NEUTRAL', 'GENERAL_FEEDBACK', ['works-well', 'slow', 'wanted']]
  assert.deepEqual(await labelsOfPraise('The login works perfectly', null), [praise])
  assert.deepEqual(await labelsOfPraise('The gateway is running again', null), [fact])
  assert.deepEqual(await labelsOfPraise('The gateway is running again', 1), [praise])
  for (const before of [
    'It worked perfectly before the update',
    'Before that it worked fine for two years',
    'Vorher lief es zwei Jahre ohne Probleme',
    'Avant la mise à jour tout marchait très bien',
  ])
    assert.deepEqual(await labelsOfPraise(before, null), [fact], before)
})
