import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { test } from 'node:test'
import { defaultLimits, createLimiter } from '#api/pipeline/rate-limits.ts'
import { type Body, call, useTestServer, org, app } from '../test-server.ts'
import { startTestApp, type Org } from '../test-app.ts'
import { signedIn } from '../account/browser.ts'

let survey: Body
useTestServer(undefined, {
  orgOptions: { name: 'Acme & Sons' },
  async beforeEachTest() {
    survey = await make()
  },
})

const everyType = [
  { key: 'score', type: 'nps', text: 'How likely?', required: true },
  { key: 'why', type: 'open_text', text: 'Why <b>so</b> & "why"?' },
  {
    key: 'plan',
    type: 'single_choice',
    text: 'Which plan?',
    options: [
      { id: 'free', label: 'Free' },
      { id: 'pro', label: '<Pro>' },
    ],
  },
  {
    key: 'uses',
    type: 'multi_choice',
    text: 'What do you use?',
    options: [
      { id: 'search', label: 'Search' },
      { id: 'export', label: 'Export' },
    ],
    required: true,
  },
  { key: 'stars', type: 'rating', text: 'How good?' },
  { key: 'sat', type: 'csat', text: 'Satisfied?' },
  { key: 'ease', type: 'ces', text: 'Easy?' },
  { key: 'people', type: 'number', text: 'How many?', scale: { min: 0, max: 50 } },
  { key: 'again', type: 'boolean', text: 'Again?' },
  { key: 'since', type: 'date', text: 'Since?' },
]
const make = async (more: Body = {}): Promise<Body> =>
  (
    await call('POST', '/surveys', {
      title: 'How is <it>?',
      status: 'active',
      language: 'en',
      questions: everyType,
      ...more,
    })
  ).body

const pathOf = (of: Body) => new URL(of.public_url).pathname
const get = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(app.baseUrl + path, { headers, redirect: 'manual' })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
/** White space inside tags has no meaning. */
const withSingleLineTags = (text: string) =>
  text.replace(/<[^>]*>/g, (tag) => tag.replace(/\s+/g, ' ').replace(/ (\/?>)$/, '$1'))
const send = async (path: string, fields: [string, string][], headers: Record<string, string> = {}) => {
  const response = await fetch(app.baseUrl + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const fieldsOf = (answers: Record<string, string | string[]>): [string, string][] =>
  Object.entries(answers).flatMap(([key, value]) =>
    [value].flat().map((one): [string, string] => [`q.${survey.questions.find((q: Body) => q.key === key).id}`, one]),
  )
const responses = async (of = survey) => (await call('GET', `/surveys/${of.id}/responses`)).body.data as Body[]
const answersByKey = (response: Body) => Object.fromEntries(response.answers.map((a: Body) => [a.key, a.value]))
const validAnswers = { score: '9', uses: ['search', 'export'] }

test('the page is a small document without scripts, and its policy allows only its own style', async () => {
  const { status, headers, text } = await get(pathOf(survey))
  assert.equal(status, 200)
  assert.ok(gzipSync(text).length < 30_000)
  assert.doesNotMatch(text, /<script|javascript:|\son\w+=|style="|src=|<link/)
  const style = /<style>([^<]*)<\/style>/.exec(text)![1]!
  assert.equal(
    headers.get('content-security-policy'),
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  )
  assert.deepEqual(
    [
      headers.get('cache-control'),
      headers.get('referrer-policy'),
      headers.get('x-content-type-options'),
      headers.get('set-cookie'),
    ],
    ['no-store', 'no-referrer', 'nosniff', null],
  )
  assert.match(text, /^<!doctype html><html lang="en" dir="ltr">/)
  assert.match(text, /<title>How is &lt;it&gt;\? · Acme &amp; Sons<\/title>/)
  assert.match(text, /Why &lt;b&gt;so&lt;\/b&gt; &amp; &quot;why&quot;\?/)
  assert.ok(!text.includes('<it>') && !text.includes('<Pro>'))
})

test('every field has an accessible name', async () => {
  const { text } = await get(pathOf(survey))
  for (const [input, id] of text.matchAll(/<(?:input|textarea)[^>]*?\sid="([^"]+)"[^>]*>/g))
    assert.ok(text.includes(`<label class="ask" for="${id}">`), input)
  const loose = [...text.matchAll(/<input type="(?:radio|checkbox)"[^>]*>/g)].filter(
    ({ index }) => !/<label class="(?:row|pick)">$/.test(text.slice(0, index)),
  )
  assert.deepEqual(loose, [])
  assert.equal([...text.matchAll(/<fieldset/g)].length, [...text.matchAll(/<legend/g)].length)
  assert.equal([...text.matchAll(/<fieldset/g)].length, 7)
})

test('a form post answers questions of every type and creates feedback and NPS responses', async () => {
  const sent = await send(
    pathOf(survey),
    fieldsOf({
      ...validAnswers,
      why: 'Fast\r\nand \u0007good',
      plan: 'pro',
      stars: '4',
      sat: '5',
      ease: '7',
      people: '2,5',
      again: 'true',
      since: '2026-05-02',
    }),
  )
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, `${pathOf(survey)}/thanks`])
  const [response] = await responses()
  assert.deepEqual(answersByKey(response!), {
    score: 9,
    why: 'Fast\nand good',
    plan: '<Pro>',
    uses: ['Search', 'Export'],
    stars: 4,
    sat: 5,
    ease: 7,
    people: 2.5,
    again: true,
    since: '2026-05-02',
  })
  assert.deepEqual(
    [response!.completed, response!.language, response!.metadata.via, response!.contact_id],
    [true, 'en', 'page', null],
  )
  const [feedback] = (await call('GET', '/feedback')).body.data
  assert.deepEqual(
    [feedback.content, feedback.status, feedback.source_type],
    ['Fast\nand good', 'queued', 'survey_response'],
  )
  assert.deepEqual(
    (await call('GET', '/nps/responses')).body.data.map((r: Body) => [r.score, r.reason]),
    [[9, 'Fast\nand good']],
  )
  assert.match((await get(`${pathOf(survey)}/thanks`)).text, /<h1>Thank you<\/h1>/)
})

test('sending the same form again updates the response', async () => {
  const hidden = /name="response" value="([^"]+)"/.exec((await get(pathOf(survey))).text)![1]!
  for (const score of ['3', '10'])
    assert.equal(
      (await send(pathOf(survey), [...fieldsOf({ ...validAnswers, score }), ['response', hidden]])).status,
      303,
    )
  assert.deepEqual(
    (await responses()).map((response) => answersByKey(response).score),
    [10],
  )
  await send(pathOf(survey), [...fieldsOf(validAnswers), ['response', '../../etc']])
  assert.equal((await responses()).length, 2)
})

test('errors are shown at each question, and the input is kept', async () => {
  const { status, text } = await send(
    pathOf(survey),
    fieldsOf({ score: '11', why: 'It is <i>good</i>', plan: 'gold', people: 'so "many"', stars: '4' }),
  )
  assert.equal(status, 422)
  const wrong = survey.questions.filter((q: Body) => ['score', 'plan', 'uses', 'people'].includes(q.key))
  const html = withSingleLineTags(text)
  for (const { id } of wrong) assert.ok(html.includes(`<a href="#q-${id}">`) && html.includes(`id="q-${id}-why"`), id)
  assert.equal([...text.matchAll(/class="why"/g)].length, 4)
  assert.match(text, /role="alert"/)
  assert.match(text, /It is &lt;i&gt;good&lt;\/i&gt;<\/textarea>/)
  assert.match(html, /value="so &quot;many&quot;"/)
  assert.match(html, /value="4" checked/)
  assert.deepEqual(await responses(), [])
})

test('query parameters prefill answers', async () => {
  const { text } = await get(`${pathOf(survey)}?score=9&uses=export&uses=search&why=Because&nonsense=1&__proto__=x`)
  const html = withSingleLineTags(text)
  assert.match(html, /value="9" checked/)
  assert.equal([...html.matchAll(/ checked/g)].length, 3)
  assert.match(text, />\nBecause<\/textarea>/)
})

test('a closed survey says so, an unknown one is not found', async () => {
  const states: [Body, number, RegExp][] = [
    [await make({ status: 'draft' }), 404, /There is no survey here/],
    [await make({ starts_at: '2999-01-01T00:00:00Z' }), 404, /not open yet/],
    [await make({ ends_at: '2026-01-01T00:00:00Z' }), 410, /is closed/],
  ]
  const closed = await make()
  await call('PATCH', `/surveys/${closed.id}`, { status: 'closed' })
  states.push([closed, 410, /is closed/])
  for (const [of, status, words] of states)
    for (const reply of [await get(pathOf(of)), await send(pathOf(of), fieldsOf(validAnswers))]) {
      assert.equal(reply.status, status, of.status)
      assert.match(reply.text, words)
      assert.deepEqual(await responses(of), [])
    }
  for (const path of [
    '/s/nothing',
    `/s/earpub_${'0'.repeat(22)}`,
    `/s/${org.admin.key}`,
    '/s/%00',
    `/s/${'x'.repeat(5000)}`,
    '/s/..%2f..%2fetc',
    '/s/nothing/thanks',
  ])
    assert.equal((await get(path)).status, 404, path)
})

test('the page uses the language of the survey, or of the browser', async () => {
  const german = await make({ language: 'de-CH', thank_you: 'Bis bald' })
  assert.match(
    (await get(pathOf(german), { 'accept-language': 'fr' })).text,
    /^<!doctype html><html lang="de" dir="ltr">.*Antworten senden/s,
  )
  assert.match((await get(`${pathOf(german)}/thanks`)).text, /Vielen Dank.*Bis bald/s)
  const open = await make({ language: null })
  assert.match(
    (await get(pathOf(open), { 'accept-language': 'sv, es-MX;q=0.8, en;q=0.5' })).text,
    /<html lang="es".*Enviar respuestas/s,
  )
  const hebrew = (await get(pathOf(await make({ language: 'he' })), { 'accept-language': 'de' })).text
  assert.match(
    hebrew,
    /<html lang="en" dir="ltr">.*<form method="post" lang="he" dir="rtl">.*<button type="submit" lang="en">/s,
  )
})

test('a response with the honeypot filled in is accepted and not stored', async () => {
  assert.equal(
    (await send(pathOf(survey), [...fieldsOf(validAnswers), ['website', 'https://spam.example']])).status,
    303,
  )
  assert.deepEqual(await responses(), [])
})

test('invalid form bodies are refused with a page', async () => {
  const post = (body: string, type: string) =>
    fetch(app.baseUrl + pathOf(survey), { method: 'POST', body, headers: { 'content-type': type } })
  assert.equal((await post('x'.repeat(600_000), 'application/x-www-form-urlencoded')).status, 413)
  assert.equal((await post('<a/>', 'text/xml')).status, 415)
  assert.equal((await post('{}', 'application/json')).status, 422)
  assert.equal((await post('%ff%fe=%zz&q.=1&&&=', 'application/x-www-form-urlencoded')).status, 422)
})

test('the API refuses a publishable key in every header', async () => {
  const key = pathOf(survey).slice(3)
  for (const [name, value] of [
    ['authorization', `Bearer ${key}`],
    ['x-api-key', key],
  ] as const) {
    const reply = await fetch(`${app.baseUrl}/api/v1/me`, { headers: { [name]: value } })
    assert.deepEqual([reply.status, ((await reply.json()) as Body).error.code], [401, 'INVALID_API_KEY'])
  }
})

test('members create links with allowed origins and revoke them', async () => {
  const browser = await signedIn(app, org.member)
  const path = `/surveys/${survey.id}/links`
  const made = await browser.app('POST', path, {
    body: { name: 'Website', allowed_origins: ['https://www.acme.example'] },
  })
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const own = new URL(made.body.url).pathname
  assert.match(
    (await get(own)).headers.get('content-security-policy')!,
    /frame-ancestors https:\/\/www\.acme\.example$/,
  )
  assert.deepEqual(
    (await browser.app('GET', path)).body.data.map((link: Body) => [link.name, link.last_used_at]),
    [
      ['Website', null],
      ['Link', null],
    ],
  )
  await send(own, fieldsOf(validAnswers))
  assert.ok((await browser.app('GET', path)).body.data[0].last_used_at)
  for (const _ of [1, 2]) assert.ok((await browser.app('DELETE', `${path}/${made.body.id}`)).body.revoked_at)
  assert.deepEqual([(await get(own)).status, (await get(pathOf(survey))).status], [404, 200])
  for (const origin of ['*', 'https://a.example/path', 'javascript:1', 'https://a b'])
    assert.equal(
      (await browser.app('POST', path, { body: { name: 'x', allowed_origins: [origin] } })).status,
      400,
      origin,
    )
  assert.equal((await call('GET', path)).status, 404)
})

test('an allowed origin can read and answer the survey, other origins cannot', async () => {
  const browser = await signedIn(app, org.member)
  const origin = 'https://www.acme.example'
  const { body } = await browser.app('POST', `/surveys/${survey.id}/links`, {
    body: { name: 'Widget', allowed_origins: [origin] },
  })
  const own = `${app.baseUrl}${new URL(body.url).pathname}`
  const preflight = await fetch(`${own}/responses`, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
  })
  assert.deepEqual(
    [
      preflight.status,
      preflight.headers.get('access-control-allow-origin'),
      preflight.headers.get('access-control-allow-credentials'),
    ],
    [204, origin, null],
  )
  const read = await fetch(`${own}/survey`, { headers: { origin } })
  const shown = (await read.json()) as Body
  assert.deepEqual(
    [read.headers.get('access-control-allow-origin'), read.headers.get('vary'), shown.title, shown.questions.length],
    [origin, 'Origin', 'How is <it>?', 10],
  )
  const answer = (answers: unknown, from = origin) =>
    fetch(`${own}/responses`, {
      method: 'POST',
      headers: { origin: from, 'content-type': 'application/json' },
      body: JSON.stringify({ answers }),
    })
  assert.equal(
    (
      await answer([
        { key: 'score', value: 8 },
        { key: 'uses', option_ids: ['export'] },
      ])
    ).status,
    201,
  )
  assert.deepEqual(
    (await responses()).map((r) => [answersByKey(r).score, r.metadata.via]),
    [[8, 'widget']],
  )
  const bad = await answer([{ key: 'score', value: 80 }])
  assert.deepEqual(
    [bad.status, ((await bad.json()) as Body).error.details[0].path, bad.headers.get('access-control-allow-origin')],
    [400, 'body.answers.0.value', origin],
  )
  for (const from of ['https://evil.example', 'https://www.acme.example.evil.example', 'null']) {
    const refused = await answer(
      [
        { key: 'score', value: 1 },
        { key: 'uses', option_ids: ['export'] },
      ],
      from,
    )
    assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [403, null], from)
  }
  assert.equal((await responses()).length, 1)
})

test('responses are rate limited per survey', async () => {
  const limits = { ...defaultLimits, answer: { perSecond: 0.01, burst: 2 }, page: { perSecond: 0.01, burst: 4 } }
  const strict = await startTestApp({ rates: { limits, limiter: createLimiter(limits) } })
  const own = await strict.org()
  const [one, two] = await Promise.all(
    [1, 2].map(
      async () =>
        (
          await strict.call(own.admin.key, 'POST', '/surveys', {
            body: { title: 'x', status: 'active', questions: [{ type: 'nps', text: 'x' }] },
          })
        ).body,
    ),
  )
  const statuses = async (of: Body, times: number) => {
    const seen: number[] = []
    for (let n = 0; n < times; n++)
      seen.push(
        (
          await fetch(strict.baseUrl + pathOf(of), {
            method: 'POST',
            body: new URLSearchParams([['a', '1']]),
            redirect: 'manual',
          })
        ).status,
      )
    return seen
  }
  assert.deepEqual([await statuses(one, 3), await statuses(two, 1)], [[303, 303, 429], [303]])
  const pages = await Promise.all(Array.from({ length: 6 }, () => fetch(`${strict.baseUrl}/s/guess`)))
  assert.deepEqual(pages.map((page) => page.status).sort(), [404, 404, 404, 404, 429, 429])
  const late = pages.find((page) => page.status === 429)!
  assert.deepEqual(
    [late.headers.get('content-type'), Number(late.headers.get('retry-after')) > 0],
    ['text/html; charset=utf-8', true],
  )
  await strict.close()
})

test('members can preview a survey in both colour schemes; a preview cannot be submitted', async () => {
  const draft = await make({ status: 'draft', thank_you: 'Merci <3', language: 'fr' })
  const cookieOf = async (who: Org['admin']) =>
    [...(await signedIn(app, who)).jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const cookie = await cookieOf(org.admin)
  const path = `/app/surveys/${draft.id}/preview`
  const { status, headers, text } = await get(`${path}?theme=dark`, { cookie })
  const style = /<style>([^<]*)<\/style>/.exec(text)![1]!
  assert.equal(status, 200)
  assert.equal(
    headers.get('content-security-policy'),
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`,
  )
  assert.ok(style.includes('color-scheme:dark') && !style.includes('prefers-color-scheme'))
  const light = await get(`${path}?theme=light`, { cookie })
  assert.ok(light.text.includes('color-scheme:light;') && !light.text.includes('prefers-color-scheme'))
  assert.match(text, /<html lang="fr"/)
  assert.match(text, /How is &lt;it&gt;\?/)
  assert.ok(!text.includes('type="submit"'))
  assert.match((await get(`${path}?page=thanks`, { cookie })).text, /Merci &lt;3/)
  const other = await cookieOf((await app.org()).admin)
  assert.deepEqual(
    [
      (await get(path)).status,
      (await get(path, { cookie: other })).status,
      (await get('/app/surveys/nonsense/preview', { cookie })).status,
    ],
    [401, 404, 404],
  )
  assert.deepEqual((await get(path)).text.includes('How is'), false)
})
