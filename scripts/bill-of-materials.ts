import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * npm run -s sbom: prints the packages that ship as CycloneDX. The packages for development are taken out before,
 * because `npm sbom --omit dev` also leaves out packages that both need, such as ajv.
 */

type Lock = { packages: Record<string, { dev?: boolean; devDependencies?: object }> }

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { devDependencies?: object }
const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
delete manifest.devDependencies
delete lock.packages['']!.devDependencies
for (const [path, { dev }] of Object.entries(lock.packages)) if (dev) delete lock.packages[path]

const folder = mkdtempSync(join(tmpdir(), 'earshot-sbom-'))
try {
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  process.stdout.write(execFileSync('npm', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 }))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
