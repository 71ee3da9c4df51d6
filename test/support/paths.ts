// Addresses that lead to another site, as somebody might write them behind `?next=`.

export const foreignPaths = [
  'https://evil.example/',
  'HTTPS://evil.example',
  '//evil.example/',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n\\evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '/%09/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'evil.example',
  '',
]
