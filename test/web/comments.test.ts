import assert from 'node:assert/strict'
import { hash } from '@node-rs/argon2'
import { test } from 'node:test'
import { insertMembership } from '#domain/access/members/queries.ts'
import { createUser, insertCredential } from '#domain/identity/queries-users.ts'
import { shots } from './shots.ts'
import {
  assertNoProblems,
  noBrowser,
  open,
  openSharedSite,
  setColorScheme,
  site,
  violations,
  visit,
  waitForFocusIn,
  waitForOption,
  waitUntilIdle,
} from './site.ts'

/* Comments and notifications, with two people in two browsers. */

const skip = noBrowser
openSharedSite()

const colleague = { email: 'bea@colleague.example', password: 'correct horse battery' }

const addColleague = async () => {
  const credential = await hash(colleague.password, { memoryCost: 8, timeCost: 1, parallelism: 1 })
  return site.app.store.transaction(async (db) => {
    const { id } = await createUser(db, { email: colleague.email, name: 'Bea Colleague' })
    await insertCredential(db, id, credential)
    await insertMembership(db, site.demo.org_id, { userId: id, role: 'member' })
  })
}

const firstOf = async (kind: string) => (await site.getJson(visit.context, `/${kind}`)).data[0]!.id

test('a mention reaches a colleague, who opens the comment and replies', { skip }, async () => {
  await addColleague()
  const { page } = visit
  const insight = await firstOf('insights')
  await open(page, `/insights/${insight}`)
  const comments = page.getByRole('region', { name: 'Comments' })
  const field = comments.getByRole('textbox', { name: 'Write a comment' })
  await field.click()
  await page.keyboard.type('**Please** look, @be')
  await waitForOption(page, /Bea Colleague/)
  await page.keyboard.press('Enter')
  await page.keyboard.type('and answer')
  assert.equal(await field.inputValue(), '**Please** look, @Bea Colleague and answer')
  await page.keyboard.press('Control+Enter')
  const first = comments.getByRole('article').filter({ hasText: 'and answer' })
  await first.getByText('@Bea Colleague').waitFor()
  assert.equal(await first.locator('strong', { hasText: 'Please' }).count(), 1)
  await comments.getByRole('heading', { name: 'Comments (1)' }).waitFor()
  await comments.getByRole('button', { name: 'Unfollow' }).waitFor()

  const other = await site.signedIn({ user: colleague })
  await open(other.page, '/')
  await other.page.getByRole('link', { name: 'Notifications: 1 unread' }).click()
  await other.page.getByRole('heading', { level: 1, name: 'Notifications' }).waitFor()
  await waitUntilIdle(other.page)
  assert.deepEqual(await violations(other.page), [])
  await other.page.getByRole('link', { name: /mentioned you/ }).click()
  await other.page.waitForURL(new RegExp(`/insights/${insight}\\?comment=`))
  const theirs = other.page.getByRole('region', { name: 'Comments' })
  await waitForFocusIn(theirs.getByRole('article').filter({ hasText: 'and answer' }))
  await other.page.getByRole('link', { name: 'Notifications', exact: true }).waitFor()
  await theirs.getByRole('button', { name: 'Reply' }).click()
  await waitForFocusIn(theirs.getByRole('textbox', { name: 'Write a reply' }))
  await other.page.keyboard.type('It is fixed')
  await theirs.locator('form').getByRole('button', { name: 'Reply' }).click()
  await theirs.getByRole('article').filter({ hasText: 'It is fixed' }).waitFor()
  await waitUntilIdle(other.page)
  assert.deepEqual(other.problems, [])
  await other.context.close()

  await open(page, '/notifications')
  await page.getByRole('link', { name: /Bea Colleague replied to you/ }).waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByText('You have read everything.').waitFor()
  await waitUntilIdle(page)
  assertNoProblems()
})

test('a comment is edited, reacted to, resolved, opened again and deleted', { skip }, async () => {
  const { page } = visit
  await open(page, `/projects/${await firstOf('projects')}`)
  const comments = page.getByRole('region', { name: 'Comments' })
  await comments.getByRole('textbox', { name: 'Write a comment' }).fill('A first thought')
  await comments.getByRole('button', { name: 'Comment', exact: true }).click()
  const comment = comments.getByRole('article').filter({ hasText: 'thought' })
  await comment.getByText('A first thought').waitFor()
  await comment.getByRole('button', { name: 'Add a reaction' }).click()
  await page.getByRole('menuitem', { name: /Heart/ }).click()
  await comment.getByRole('button', { name: 'Heart: 1', pressed: true }).click()
  await comment.getByRole('button', { name: 'Heart: 1' }).waitFor({ state: 'detached' })
  const menu = async (item: string) => {
    await comment.getByRole('button', { name: 'Actions of the comment' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await menu('Edit')
  const edited = comments.getByRole('textbox', { name: 'Edit comment' })
  await edited.fill('A second thought')
  await page.keyboard.press('Control+Enter')
  await comment.getByText('A second thought').waitFor()
  await comment.getByText('edited').waitFor()
  await waitUntilIdle(page)
  for (const scheme of ['light', 'dark'] as const) {
    await setColorScheme(page, scheme)
    assert.deepEqual(await violations(page), [])
  }
  await setColorScheme(page, 'light')
  await comments.scrollIntoViewIfNeeded()
  await shots(page, 'comments')
  await comments.getByRole('button', { name: 'Resolve' }).click()
  await comments.getByText(/^Resolved thread of/).waitFor()
  await comments.getByRole('button', { name: 'Show thread' }).click()
  await comments.getByRole('button', { name: 'Reopen' }).click()
  await comments.getByRole('button', { name: 'Resolve' }).waitFor()
  await menu('Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await comments.getByRole('article').waitFor({ state: 'detached' })
  await comments.getByRole('heading', { name: 'Comments', exact: true }).waitFor()
  await waitUntilIdle(page)
  assertNoProblems()
})

test('every kind of object has its comments on its page', { skip }, async () => {
  const { page } = visit
  for (const [kind, path] of [
    ['themes', '/themes/'],
    ['opportunities', '/opportunities/'],
    ['initiatives', '/initiatives/'],
    ['accounts', '/accounts/'],
    ['feedback', '/inbox?state=all&id='],
  ] as const) {
    await open(page, `${path}${await firstOf(kind)}`)
    const comments = page.getByRole('region', { name: 'Comments' })
    await comments.getByRole('textbox', { name: 'Write a comment' }).fill(`About ${kind}`)
    await comments.getByRole('button', { name: 'Comment', exact: true }).click()
    await comments
      .getByRole('article')
      .filter({ hasText: `About ${kind}` })
      .waitFor()
    await waitUntilIdle(page)
  }
  assertNoProblems()
})

test('how one is notified is chosen in the settings', { skip }, async () => {
  const { page } = visit
  await open(page, '/settings/notifications')
  await page.getByLabel('Mentions').selectOption('off')
  await page.getByText('Saved').first().waitFor()
  await page.getByRole('switch', { name: 'No email during quiet hours' }).click()
  await page.getByLabel('From').waitFor()
  await waitUntilIdle(page)
  assert.deepEqual(await violations(page), [])
  await shots(page, 'settings')
  await open(page, '/settings/notifications')
  assert.equal(await page.getByLabel('Mentions').inputValue(), 'off')
  assert.equal(await page.getByLabel('From').inputValue(), '22:00')
  assertNoProblems()
})
