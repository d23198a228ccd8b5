/** Commands that use the database and the configuration of a server; main.ts runs them. */
export const serverCommands: Record<string, { usage: string; description: string }> = {
  serve: {
    usage: '[--port N] [--host H] [--role all|web|worker] [--processes N] [--demo] [--timing]',
    description: 'start the server',
  },
  migrate: { usage: '', description: 'bring the database up to date' },
  distribute: {
    usage: '[--yes] [--json]',
    description: 'show how the tables spread over the nodes of a Citus cluster; --yes does it',
  },
  backup: {
    usage: '[file] [--org id] | verify <file>',
    description: 'write everything, or one organization, into one file; verify checks such a file',
  },
  restore: {
    usage: '<file> [--force] [--org id]',
    description: 'bring a backup back into an empty database; --org: one organization into an empty one',
  },
  doctor: { usage: '[--json]', description: 'check the installation: what is wrong, and what to do about it' },
  mail: { usage: 'test <address>', description: 'send a test message through SMTP_URL' },
  config: { usage: '', description: 'print the configuration, secrets masked' },
  demo: { usage: 'load|remove', description: 'create or delete the demo organization' },
  prune: { usage: '', description: 'remove the libraries of the ONNX runtime for other platforms' },
  openapi: { usage: '', description: 'print the OpenAPI document' },
  mcp: { usage: '[--write] [--toolsets a,b]', description: 'start the MCP server over stdio' },
  admin: {
    usage: '<command> [--json]',
    description: 'organizations, members, keys, policy; `earshot admin help` lists the commands',
  },
}
