/* The reference works without the internet: no fonts, no proxy, no telemetry, no assistant from elsewhere. */
Scalar.createApiReference('#reference', {
  url: '/api/v1/openapi',
  darkMode: document.documentElement.classList.contains('dark'),
  hideDarkModeToggle: true,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  proxyUrl: '',
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
})
