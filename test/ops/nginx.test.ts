import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { sql } from '#store/sql.ts'
import { openBrowser } from '../account/browser.ts'
import { noNginx, startNginx } from '../support/nginx.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

/* The recipe of docs/deployment.md in a real nginx, with a client that forges X-Forwarded-For. */

const [, recipe = ''] = /```nginx\n([\s\S]*?)```/.exec(readFileSync('docs/deployment.md', 'utf8')) ?? []
const options = noNginx ? { skip: noNginx } : {}
let app: TestApp
before(async () => {
  app = await startTestApp({ trustProxy: { hops: 1 } })
})
after(() => app.close())

async function forgedSignIns(url: string, name: string) {
  const codes = []
  for (let n = 0; n < 45; n++) {
    const { status } = await fetch(`${url}/app/auth/sign-in/email`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'earshot',
        'x-forwarded-for': `198.51.100.${n}`,
        'x-real-ip': `198.51.100.${n}`,
        forwarded: `for=198.51.100.${n}`,
      },
      body: JSON.stringify({ email: `${name}-${n}@example.com`, password: 'a wrong guess' }),
    })
    codes.push(status)
  }
  return codes
}

const recipes = {
  'the recipe': recipe,
  'the recipe behind another proxy': recipe.replace('$remote_addr', '$proxy_add_x_forwarded_for'),
}
for (const [name, text] of Object.entries(recipes))
  test(`${name}: forged addresses evade no limit and are stored nowhere`, options, async () => {
    const { admin } = await app.org()
    const nginx = await startNginx(text, app.baseUrl)
    try {
      await app.store.run(sql`delete from attempt_window`)
      const codes = await forgedSignIns(nginx.url, name.replaceAll(' ', '-'))
      assert.deepEqual(codes, [...Array(30).fill(401), ...Array(15).fill(429)])

      await app.store.run(sql`delete from attempt_window`)
      const browser = openBrowser({ baseUrl: nginx.url })
      const headers = { origin: app.settings.publicUrl, 'x-forwarded-for': '198.51.100.7' }
      const body = { email: admin.email, password: admin.password }
      assert.equal((await browser.auth('POST', '/sign-in/email', { headers, body })).status, 200)
      const [session] = (await browser.auth('GET', '/list-sessions')).body as { ipAddress: string }[]
      assert.equal(session!.ipAddress, '127.0.0.1')
    } finally {
      await nginx.stop()
    }
  })
