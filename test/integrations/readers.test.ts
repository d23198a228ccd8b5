import assert from 'node:assert/strict'
import { test } from 'node:test'
import { utcTimestamp, line, tags, sanitize, cleanText } from '#domain/integrations/mapping/sanitize.ts'
import { htmlToText } from '#domain/integrations/mapping/html-to-text.ts'
import { parsePath, valuesAt } from '#domain/integrations/mapping/json-path.ts'
import { readPayload, type PayloadSource } from '#domain/integrations/providers/read-payload.ts'
import { samples } from './samples.ts'
import { slackPlainText } from '#domain/integrations/providers/slack/read-webhook.ts'
import { newId } from '#store/ids.ts'

type Body = Record<string, any>
const from = (provider: PayloadSource['provider'], more: Partial<PayloadSource> = {}): PayloadSource => ({
  provider,
  source: provider,
  config: {},
  mapping: null,
  ...more,
})
const fieldsOf = (sender: PayloadSource, payload: unknown) =>
  readPayload(sender, payload, 'key').drafts.map((draft) => draft.fields as Body)
const reasonOf = (sender: PayloadSource, payload: unknown) => readPayload(sender, payload, 'key').skipped?.reason

test('a Zendesk event becomes a ticket, its comment a message of its author', () => {
  const [ticket] = fieldsOf(from('zendesk'), samples.zendesk)
  assert.deepEqual(ticket, {
    source_name: 'zendesk',
    external_id: '5158',
    subject: 'Export times out',
    body: 'The export times out.',
    status: 'open',
    priority: 'high',
    channel: 'web',
    tags: ['export'],
    opened_at: '2026-05-02T09:00:00.000Z',
    requester: { identities: [{ provider: 'zendesk', external_id: '8447388090494' }] },
    messages: [
      {
        external_id: '8651',
        author: { type: 'customer', name: 'Ana Lima' },
        body: 'It happens above 10,000 rows.',
        is_public: true,
        sent_at: '2026-05-02T10:12:07.672Z',
      },
    ],
  })
  const staff = structuredClone(samples.zendesk) as Body
  staff.event.comment.author.is_staff = true
  staff.event.comment.is_public = false
  staff.detail.status = 'HOLD'
  const [internalNote] = fieldsOf(from('zendesk'), staff)
  assert.deepEqual(
    [internalNote!.status, internalNote!.messages[0].author.type, internalNote!.messages[0].is_public],
    ['on_hold', 'agent', false],
  )
})

test('a Zendesk trigger payload becomes a ticket', () => {
  const [ticket] = fieldsOf(from('zendesk'), {
    ticket: {
      id: 35436,
      title: 'Help',
      description: 'Words',
      status: 'Solved',
      priority: 'urgent',
      tags: 'vip export',
      url: 'acme.zendesk.com/agent/tickets/35436',
      assignee: 'Kim',
      requester: { id: 1, email: 'Ana@Acme.example', name: 'Ana' },
      organization: 'Acme',
      comment: { id: 9, body: 'Thanks!', author: { id: 1 } },
    },
  })
  assert.deepEqual(
    [
      ticket!.external_id,
      ticket!.subject,
      ticket!.status,
      ticket!.priority,
      ticket!.tags,
      ticket!.url,
      ticket!.assignee_name,
      ticket!.company,
      ticket!.requester.email,
      ticket!.messages[0].author.type,
    ],
    [
      '35436',
      'Help',
      'solved',
      'urgent',
      ['vip', 'export'],
      'https://acme.zendesk.com/agent/tickets/35436',
      'Kim',
      'Acme',
      'Ana@Acme.example',
      'customer',
    ],
  )
})

test('events of other objects and other accounts are ignored, deletions are followed', () => {
  const event = (type: string, more: object = {}) => ({
    type: `zen:event-type:${type}`,
    account_id: 1,
    detail: { id: '1' },
    ...more,
  })
  assert.equal(reasonOf(from('zendesk'), event('user.created')), 'event_not_used')
  assert.equal(reasonOf(from('zendesk'), event('ticket.merged')), 'event_not_used')
  assert.deepEqual(fieldsOf(from('zendesk'), event('ticket.soft_deleted')), [
    { record: 'support_ticket', external_id: '1' },
  ])
  assert.equal(reasonOf(from('zendesk', { config: { account_id: '2' } }), event('ticket.created')), 'other_account')
  assert.equal(reasonOf(from('zendesk'), event('ticket.created', { detail: {} })), 'invalid_record')
  assert.equal(
    reasonOf(from('zendesk'), event('ticket.created', { detail: { id: '1', description: 'x'.repeat(50_001) } })),
    'invalid_record',
  )
  for (const provider of ['zendesk', 'intercom', 'slack', 'linear', 'jira', 'generic'] as const)
    for (const odd of [[], 1, 'x', null, true]) assert.equal(reasonOf(from(provider), odd), 'invalid_record')
})

test('an Intercom conversation becomes a ticket, in the current and the first API version', () => {
  const payload = structuredClone(samples.intercom) as Body
  const item = payload.data.item
  Object.assign(item, {
    state: 'closed',
    priority: 'priority',
    tags: { tags: [{ name: 'export' }] },
    conversation_rating: { rating: 5, remark: 'Great' },
    links: { conversation_web: 'https://app.intercom.io/c/1' },
  })
  item.conversation_parts.conversation_parts = [
    {
      id: '1',
      part_type: 'comment',
      body: '<p>Hello&nbsp;Ana,<br>we look into it.</p>',
      created_at: 1777716780,
      author: { type: 'admin', id: 'a', name: 'Kim' },
    },
    { id: '2', part_type: 'note', body: '<p>Known bug</p>', author: { type: 'admin', id: 'a' } },
    { id: '3', part_type: 'close', body: null, author: { type: 'admin' } },
    { id: '4', part_type: 'comment', body: '<p>Thanks</p>', author: { type: 'user', id: '5c94' } },
    { id: '5', part_type: 'comment', body: '<p>Hi, I am a bot</p>', author: { type: 'bot' } },
  ]
  const [ticket] = fieldsOf(from('intercom'), payload)
  assert.deepEqual(
    [
      ticket!.external_id,
      ticket!.subject,
      ticket!.body,
      ticket!.status,
      ticket!.priority,
      ticket!.tags,
      ticket!.csat,
      ticket!.url,
      ticket!.opened_at,
    ],
    [
      '21321941764',
      'The export times out.',
      'The export times out.',
      'closed',
      'high',
      ['export'],
      { score: 5, scale_min: 1, scale_max: 5, comment: 'Great' },
      'https://app.intercom.io/c/1',
      '2026-05-02T10:12:00.000Z',
    ],
  )
  assert.deepEqual(ticket!.requester, {
    identities: [{ provider: 'intercom', external_id: '5c94' }],
    email: 'ana@example.com',
    name: 'Ana Lima',
  })
  assert.deepEqual(
    ticket!.messages.map((m: Body) => [m.external_id, m.author.type, m.is_public, m.body]),
    [
      ['1', 'agent', true, 'Hello Ana,\nwe look into it.'],
      ['2', 'agent', false, 'Known bug'],
      ['4', 'customer', true, 'Thanks'],
      ['5', 'system', true, 'Hi, I am a bot'],
    ],
  )
  const first = {
    topic: 'conversation.user.created',
    data: {
      item: {
        type: 'conversation',
        id: '2',
        open: false,
        conversation_message: {
          id: '9',
          subject: '<p>Old</p>',
          body: '<p>Words</p>',
          author: { type: 'user', id: 'u' },
        },
        user: { id: 'u', email: 'a@b.example' },
      },
    },
  }
  const [old] = fieldsOf(from('intercom'), first)
  assert.deepEqual([old!.subject, old!.body, old!.status], ['Old', 'Words', 'closed'])
  const outgoing = {
    topic: 'conversation.admin.single.created',
    data: {
      item: {
        type: 'conversation',
        id: '3',
        source: { id: '1', body: '<p>We have news</p>', author: { type: 'admin', name: 'Kim' } },
        contacts: { contacts: [{ id: 'c1' }] },
      },
    },
  }
  const [outgoingTicket] = fieldsOf(from('intercom'), outgoing)
  assert.deepEqual(
    [
      outgoingTicket!.body,
      outgoingTicket!.messages[0].author.type,
      outgoingTicket!.requester.identities[0].external_id,
    ],
    [undefined, 'agent', 'c1'],
  )
})

test('an Intercom contact becomes a contact; pings and deletions are ignored', () => {
  const person = {
    topic: 'contact.user.created',
    data: {
      item: {
        type: 'contact',
        id: 'c1',
        email: 'ana@acme.example',
        name: 'Ana',
        custom_attributes: { plan: 'pro', seats: 3, list: [], nul: '\0' },
      },
    },
  }
  assert.deepEqual(fieldsOf(from('intercom'), person), [
    {
      identities: [{ provider: 'intercom', external_id: 'c1' }],
      email: 'ana@acme.example',
      name: 'Ana',
      attributes: { plan: 'pro', seats: 3 },
    },
  ])
  assert.equal(reasonOf(from('intercom'), { topic: 'ping', data: { item: { type: 'ping' } } }), 'ping')
  assert.equal(reasonOf(from('intercom'), { ...person, topic: 'contact.deleted' }), 'event_not_used')
  assert.equal(reasonOf(from('intercom', { config: { app_id: 'x' } }), { ...person, app_id: 'y' }), 'other_account')
})

test('Slack messages of people in the selected channels are imported with rendered markup', () => {
  const message = (event: object) => ({
    type: 'event_callback',
    team_id: 'T1',
    event: { type: 'message', channel: 'C1', user: 'U1', ts: '1777716727.000200', ...event },
  })
  assert.deepEqual(
    fieldsOf(
      from('slack'),
      message({
        text: 'Tell <@U2|bo> &amp; <#C2|team>: see <https://a.example/x|the page> <https://b.example> <!here>',
      }),
    ),
    [
      {
        thread: '1777716727.000200',
        channel: 'C1',
        message_id: '1777716727.000200',
        author: 'U1',
        body: 'Tell @bo & #team: see the page https://b.example @here',
        sent_at: '2026-05-02T10:12:07.000Z',
      },
    ],
  )
  assert.equal(
    fieldsOf(from('slack'), message({ text: 'Reply', thread_ts: '1777716700.000100' }))[0]!.thread,
    '1777716700.000100',
  )
  const edited = message({
    subtype: 'message_changed',
    message: { ts: '1777716727.000200', user: 'U1', text: 'Better' },
    text: undefined,
  })
  assert.deepEqual(
    [fieldsOf(from('slack'), edited)[0]!.body, fieldsOf(from('slack'), edited)[0]!.message_id],
    ['Better', '1777716727.000200'],
  )
  const removed = message({
    subtype: 'message_deleted',
    deleted_ts: '1777716727.000200',
    previous_message: { ts: '1777716727.000200', user: 'U1' },
  })
  assert.equal(fieldsOf(from('slack'), removed)[0]!.body, null)
  for (const [event, reason] of [
    [{ subtype: 'channel_join', text: 'x' }, 'event_not_used'],
    [{ bot_id: 'B1', text: 'x' }, 'bot_message'],
    [{ text: '  ' }, 'no_words'],
    [{ text: 'x', ts: 'soon' }, 'invalid_record'],
    [{ type: 'reaction_added' }, 'event_not_used'],
  ] as const)
    assert.equal(reasonOf(from('slack'), message(event)), reason)
  assert.equal(reasonOf(from('slack', { config: { channels: ['C9'] } }), message({ text: 'x' })), 'channel_not_chosen')
  assert.equal(reasonOf(from('slack', { config: { team_id: 'T2' } }), message({ text: 'x' })), 'other_account')
  assert.equal(slackPlainText('a &lt;b&gt; &amp;amp;'), 'a <b> &amp;')
})

test('trackers only report linked issues', () => {
  assert.deepEqual(fieldsOf(from('linear'), samples.linear), [
    {
      provider: 'linear',
      external_id: '2174add1-f7c8-44e3-bbf3-2d60b5ea8bc9',
      external_key: 'ENG-142',
      state: 'In Progress',
      title: 'Background exports',
      url: 'https://linear.app/acme/issue/ENG-142',
    },
  ])
  assert.equal(fieldsOf(from('linear'), { ...samples.linear, action: 'remove' })[0]!.state, 'deleted')
  assert.equal(reasonOf(from('linear'), { type: 'Comment', data: { id: '1' } }), 'event_not_used')
  assert.deepEqual(fieldsOf(from('jira'), samples.jira), [
    {
      provider: 'jira',
      external_id: '10002',
      external_key: 'ENG-142',
      state: 'In Progress',
      title: 'Background exports',
    },
  ])
  assert.equal(fieldsOf(from('jira'), { ...samples.jira, webhookEvent: 'jira:issue_deleted' })[0]!.state, 'deleted')
  assert.equal(reasonOf(from('jira'), { webhookEvent: 'sprint_started' }), 'event_not_used')
})

test('a mapping reads each field by path, for each item', () => {
  const mapping = {
    record: 'feedback' as const,
    items: '$.data[*]',
    when: { path: '$.type', equals: 'comment' },
    fields: {
      content: '$.text',
      external_id: '$.id',
      occurred_at: '$.ts',
      'contact.email': '$.user.email',
      tags: '$.labels[*].name',
      'metadata.version': '$.app.version',
      'rating.value': '$.stars',
    },
  }
  const sender = from('generic', { source: 'forum', mapping })
  const payload = {
    data: [
      {
        type: 'comment',
        text: ' Good \u0007 ',
        id: 7,
        ts: 1777716727,
        user: { email: 'ana@acme.example' },
        labels: [{ name: 'a' }, { name: 'b' }, {}],
        app: { version: '4.2' },
        stars: '4',
      },
      { type: 'like', text: 'No' },
      { type: 'comment', id: 8 },
      { type: 'comment', text: 'No id' },
    ],
  }
  const result = readPayload(sender, payload, 'd1')
  assert.deepEqual(
    result.drafts.map((draft) => draft.fields),
    [
      {
        content: 'Good',
        source: 'forum',
        external_id: '7',
        source_type: 'feedback',
        analyze: true,
        occurred_at: '2026-05-02T10:12:07.000Z',
        tags: ['a', 'b'],
        contact: { email: 'ana@acme.example' },
        rating: { value: 4, scale_min: 1, scale_max: 5 },
        metadata: { version: '4.2' },
      },
      {
        content: 'No id',
        source: 'forum',
        external_id: (result.drafts[1]!.fields as Body).external_id,
        source_type: 'feedback',
        analyze: true,
      },
    ],
  )
  assert.deepEqual(result.skipped, { reason: 'invalid_record', detail: 'item 2: content is missing', isFault: false })
  assert.match((result.drafts[1]!.fields as Body).external_id, /^delivery-/)
  assert.deepEqual(readPayload(sender, payload, 'd1'), result)
  assert.notEqual(
    (readPayload(sender, payload, 'd2').drafts[1]!.fields as Body).external_id,
    (result.drafts[1]!.fields as Body).external_id,
  )
  assert.equal(reasonOf(sender, { data: [] }), 'no_items')
  assert.equal(reasonOf(sender, { data: [{ type: 'x' }] }), 'no_match')
})

test('a mapping can create tickets and contacts', () => {
  const ticket = from('generic', {
    source: 'desk',
    mapping: {
      record: 'support_ticket',
      fields: {
        subject: '$.s',
        body: '$.b',
        external_id: '$.id',
        status: '$.st',
        priority: '$.p',
        'requester.email': '$.e',
        'custom_fields.tier': '$.t',
      },
    },
  })
  assert.deepEqual(
    fieldsOf(ticket, {
      s: 'Help',
      b: 'Words',
      id: 1,
      st: 'resolved',
      p: 'medium',
      e: 'a@b.example',
      t: { deep: ['\0x'] },
    }),
    [
      {
        subject: 'Help',
        source_name: 'desk',
        external_id: '1',
        body: 'Words',
        status: 'solved',
        priority: 'normal',
        requester: { email: 'a@b.example' },
        custom_fields: { tier: { deep: ['x'] } },
      },
    ],
  )
  const contact = from('generic', {
    source: 'crm',
    mapping: {
      record: 'contact',
      fields: { email: '$.e', name: '$.n', external_id: '$.id', 'company.plan': '$.plan', 'attributes.mrr': '$.mrr' },
    },
  })
  assert.deepEqual(fieldsOf(contact, { e: 'no address', n: 'Ana', id: 'c-1', plan: 'pro', mrr: 500 }), [
    {
      identities: [{ provider: 'crm', external_id: 'c-1' }],
      name: 'Ana',
      company: { plan: 'pro' },
      attributes: { mrr: 500 },
    },
  ])
  assert.equal(reasonOf(contact, { n: 'Nobody' }), 'invalid_record')
  const score = from('generic', {
    source: 'poll',
    mapping: {
      record: 'nps_response',
      fields: { score: '$.s', reason: '$.r', external_id: '$.id', 'contact.email': '$.e' },
    },
  })
  assert.deepEqual(fieldsOf(score, { s: '9', r: 'Fast', id: 3, e: 'a@b.example' }), [
    { score: 9, source: 'poll', external_id: '3', analyze: true, reason: 'Fast', contact: { email: 'a@b.example' } },
  ])
  for (const s of [11, -1, 7.5, 'ten', null]) assert.equal(reasonOf(score, { s }), 'invalid_record')
})

test('paths support $, .name, [n] and [*] only', () => {
  const value = { a: { b: [{ c: 1 }, { c: 2 }, {}] }, 'x-y': 3 }
  assert.deepEqual(valuesAt(value, '$.a.b[*].c'), [1, 2])
  assert.deepEqual(
    [
      valuesAt(value, '$.a.b[1].c'),
      valuesAt(value, '$.x-y'),
      valuesAt(value, '$.a.b[9].c'),
      valuesAt(value, '$.none.more'),
    ],
    [[2], [3], [], []],
  )
  assert.deepEqual(
    [valuesAt(value, '$.constructor'), valuesAt(value, '$.__proto__'), valuesAt([], '$.length')],
    [[], [], []],
  )
  for (const bad of [
    '',
    'a',
    '$a',
    '$..a',
    '$.',
    '$[',
    '$[-1]',
    '$[a]',
    '$.a[?(1)]',
    '$.a b',
    '$[0',
    `$${'.a'.repeat(33)}`,
  ])
    assert.equal(parsePath(bad), undefined, bad)
  assert.deepEqual(valuesAt([[1, 2], [3]], '$[*][*]'), [1, 2, 3])
})

test('external values are sanitized or dropped', () => {
  assert.deepEqual(
    [cleanText('a\u0000b\ud800'), cleanText('  '), cleanText(5), cleanText({})],
    ['ab\ufffd', undefined, '5', undefined],
  )
  assert.deepEqual([line('a\n b', 10), line('😀😀', 3), line('abc', 2)], ['a b', '😀', 'ab'])
  assert.deepEqual(
    [
      utcTimestamp('2026-05-02T10:12:07.672717030Z'),
      utcTimestamp(1777716727),
      utcTimestamp('1777716727000'),
      utcTimestamp('soon'),
      utcTimestamp({}),
      utcTimestamp(1e20),
    ],
    [
      '2026-05-02T10:12:07.672Z',
      '2026-05-02T10:12:07.000Z',
      '2026-05-02T10:12:07.000Z',
      undefined,
      undefined,
      undefined,
    ],
  )
  assert.deepEqual([tags('a b,a'), tags(['x', 5, {}, 'y'.repeat(65)]), tags(5)], [['a', 'b'], ['x', '5'], undefined])
  assert.equal(
    htmlToText('<p>One</p><ul><li>Two &amp; three</li></ul><script>bad()</script>plain'),
    'One\nTwo & three\nplain',
  )
  let deep: unknown = 'x'
  for (let n = 0; n < 50; n++) deep = [deep]
  assert.ok(JSON.stringify(sanitize(deep)).length < 40)
})

test('no random payload makes a reader throw', () => {
  let state = 7
  const random = (max: number) => (state = (state * 1103515245 + 12345) & 0x7fffffff) % max
  const leaves = [
    null,
    true,
    0,
    -1,
    1e308,
    '',
    'x',
    '\0',
    '\ud800',
    '__proto__',
    'zen:event-type:ticket.created',
    'conversation',
    'message',
    'Issue',
    'event_callback',
    'jira:issue_updated',
    newId(),
    {},
    [],
  ]
  const names = [
    'type',
    'topic',
    'data',
    'item',
    'id',
    'event',
    'detail',
    'ticket',
    'issue',
    'fields',
    'source',
    'author',
    'body',
    'text',
    'channel',
    'ts',
    'user',
    'comment',
    'tags',
    'status',
    'state',
    'contacts',
    'companies',
    'conversation_parts',
    'custom_attributes',
    'webhookEvent',
    'requester',
    'content',
  ]
  const randomValue = (depth: number): unknown => {
    if (depth === 0 || random(4) === 0) return leaves[random(leaves.length)]
    if (random(5) === 0) return [randomValue(depth - 1), randomValue(depth - 1)]
    const entries = Array.from({ length: random(8) }, () => [names[random(names.length)], randomValue(depth - 1)])
    return Object.fromEntries(entries)
  }
  for (let n = 0; n < 5000; n++) {
    const payload = randomValue(5)
    for (const provider of ['zendesk', 'intercom', 'slack', 'linear', 'jira', 'generic'] as const) {
      const result = readPayload(from(provider), payload, 'k')
      assert.ok(result.drafts.length > 0 || result.skipped, JSON.stringify(payload))
    }
  }
})
