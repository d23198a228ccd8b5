import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Clicked, countEvents, deadControls } from './crawl.ts'
import { fillScreens, isFullRun, pathOf, screens } from './screens.ts'
import { noBrowser, open, openSharedSite, site, visit } from './site.ts'

/*
 * No dead click: every link and button has an effect, and none causes an error. `npm run test:web:clicks` has all
 * screens.
 */

const skip = noBrowser
openSharedSite({ onOpen: fillScreens })

/** One of each kind: chart, list, detail, board. */
const fewScreens = [
  '/',
  '/insights',
  '/insights/unsorted',
  '/themes/{themes}',
  '/opportunities/{opportunities}',
  '/projects?view=board',
]
const maxControls = isFullRun ? 60 : 10

let events: (() => number) | undefined
const clickedOn = new Map<string, Clicked>()

for (const screen of isFullRun ? screens : fewScreens)
  test(`every link and button of ${screen} reacts, without an error`, { skip }, async () => {
    const { page } = visit
    if (!events) await open(page, '/')
    events ??= countEvents(page)
    const [route] = screen.split('?') as [string]
    if (!clickedOn.has(route)) clickedOn.set(route, new Clicked())
    const path = await pathOf(site, visit.context, screen)
    const clicked = clickedOn.get(route)!
    assert.deepEqual(await deadControls(page, path, { events, clicked, max: maxControls }), [])
    // A refusal with a message is a reaction: the demo does not store what its integrations received.
    const problems = visit.problems.splice(0).filter((one) => !one.includes('status of 409'))
    assert.deepEqual(problems, [])
  })

test('the screens have controls to click', { skip }, (context) => {
  const clicks = [...clickedOn.values()].reduce((sum, { count }) => sum + count, 0)
  context.diagnostic(`${clicks} controls of ${clickedOn.size} pages`)
  assert.ok(clicks >= 5 * fewScreens.length, String(clicks))
})
