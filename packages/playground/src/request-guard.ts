/** What keeps other sites away from the page. */

/**
 * Why a request is refused, or undefined. Another site must not read or act here: not with a form or a script, and not
 * with a name of its own that resolves to this machine (DNS rebinding).
 */
export function refusalOf(header: (name: string) => string | null, origin: string): string | undefined {
  const { port } = new URL(origin);
  const hosts = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  const host = header('host');
  if (host === null || !hosts.includes(host)) return 'This page is reached by the address of this machine only.';
  const from = header('origin');
  if (from !== null && from !== `http://${host}`) return 'Another site has no business here.';
  const site = header('sec-fetch-site');
  if (site === 'cross-site' && header('sec-fetch-mode') !== 'navigate') return 'Another site has no business here.';
  return undefined;
}

/** Headers that let the page load and connect to nothing but this host. */
export function securityHeaders(host: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src 'self' ws://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}
