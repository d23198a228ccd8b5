import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { waitFor } from '../wait-for.ts'
import { assertNoProblems, noBrowser, open, openSharedSite, site, visit } from './site.ts'
import { shots } from './shots.ts'

/* Opportunities by hand get evidence from where it is seen, and say how much it matters. */

const skip = noBrowser
openSharedSite()

type Item = { id: string; name: string; title: string; insight_count: number; importance: string | null }

const listOf = async (path: string) => (await site.getJson(visit.context, path)).data as unknown as Item[]
const evidenceOf = (id: string) => listOf(`/opportunities/${id}/insights?limit=100`)
const findOpportunity = async (title: string) =>
  (await listOf(`/opportunities?q=${encodeURIComponent(title)}`)).find((one) => one.title === title)!

async function waitForEvidence(id: string, is: (evidence: Item[]) => boolean) {
  let evidence: Item[] = []
  await waitFor('the evidence to change', async () => {
    evidence = await evidenceOf(id)
    return is(evidence)
  })
  return evidence
}

const fillDialog = async (page: Page, title: string) => {
  const dialog = page.getByRole('dialog', { name: 'Add to opportunity' })
  await dialog.getByRole('searchbox', { name: 'Find an opportunity' }).fill(title)
  return dialog
}

test(
  'a hand-made opportunity gets suggested evidence, an importance by hand, and undo takes both back',
  { skip },
  async () => {
    const { page } = visit
    const [insight] = await listOf('/insights?limit=1&q=export')
    await open(page, `/insights/${insight!.id}`)
    await page.getByRole('button', { name: 'Add to opportunity' }).click()
    const dialog = await fillDialog(page, 'Made by hand')
    await page.keyboard.press('Alt+3')
    assert.ok(await dialog.getByRole('radio', { name: 'Critical' }).isChecked())
    await shots(page, 'evidence-dialog')
    await dialog.getByRole('button', { name: 'Create opportunity “Made by hand”' }).click()
    await dialog.waitFor({ state: 'detached' })
    const { id } = await findOpportunity('Made by hand')
    assert.deepEqual(
      (await evidenceOf(id)).map((one) => [one.id, one.importance]),
      [[insight!.id, 'critical']],
    )

    await open(page, `/opportunities/${id}`)
    const select = page.getByLabel(`Importance of ${insight!.name}`)
    await select.selectOption('nice_to_have')
    await waitForEvidence(id, ([one]) => one!.importance === 'nice_to_have')
    await page.getByRole('button', { name: 'Undo' }).click()
    await waitForEvidence(id, ([one]) => one!.importance === 'critical')

    await shots(page, 'evidence')
    const suggestions = page.locator('section', { has: page.getByRole('heading', { name: 'Suggested evidence' }) })
    await suggestions.getByRole('button', { name: /^Add / }).first().click()
    await waitForEvidence(id, (all) => all.length === 2)
    await page.getByRole('button', { name: 'Undo' }).last().click()
    await waitForEvidence(id, (all) => all.length === 1)
    await page.getByRole('button', { name: `Remove ${insight!.name}` }).click()
    await waitForEvidence(id, (all) => all.length === 0)
    await page.getByText('None: it has no evidence yet').waitFor()
    await page.getByRole('button', { name: 'Undo' }).last().click()
    const [restored] = await waitForEvidence(id, (all) => all.length === 1)
    assert.equal(restored!.importance, 'critical')
    assertNoProblems()
  },
)

test('a theme, selected insights and feedback of the inbox become evidence', { skip }, async () => {
  const { page } = visit
  const [theme] = (await listOf('/themes?sort=-insight_count&limit=20')).slice(-1)
  await open(page, `/themes/${theme!.id}`)
  await page.getByRole('button', { name: 'Add to opportunity' }).click()
  const dialog = await fillDialog(page, 'From a theme')
  await dialog.getByRole('button', { name: 'Create opportunity “From a theme”' }).click()
  await dialog.waitFor({ state: 'detached' })
  const { id } = await findOpportunity('From a theme')
  assert.equal((await evidenceOf(id)).length, Math.min(100, theme!.insight_count))

  await open(page, '/insights')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const toolbar = page.getByRole('toolbar', { name: 'Selected insights' })
  await toolbar.getByRole('button', { name: 'Add to opportunity' }).click()
  const bulk = await fillDialog(page, 'From a selection')
  await bulk.getByRole('button', { name: 'Create opportunity “From a selection”' }).click()
  await bulk.waitFor({ state: 'detached' })
  const selected = await findOpportunity('From a selection')
  assert.equal((await evidenceOf(selected.id)).length, 1)

  await open(page, '/inbox')
  await page.getByRole('toolbar', { name: 'Triage' }).waitFor()
  await page.keyboard.press('o')
  const inbox = await fillDialog(page, 'From the inbox')
  await page.keyboard.press('Alt+2')
  await inbox.getByRole('button', { name: 'Create opportunity “From the inbox”' }).click()
  await inbox.waitFor({ state: 'detached' })
  const evidence = await evidenceOf((await findOpportunity('From the inbox')).id)
  assert.ok(evidence.length > 0 && evidence.every((one) => one.importance === 'important'))
  assertNoProblems()
})
