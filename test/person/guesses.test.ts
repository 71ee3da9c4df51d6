// Passwords that are guessed first are refused with the reason; those that are hard to guess are not, whatever they are made of.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findWeakness, weaknessTexts } from '../../server/access/user/guesses.ts'
import { goodPassword } from '../support/visitors.ts'

const kim = { email: 'Kim.Miller@cartage.example.com', name: 'Kim O\u2019Hara-Miller' }
const textOf = (password: string) => {
  const weakness = findWeakness(password, kim)
  return weakness === undefined ? 'none' : weaknessTexts[weakness]
}
const refused = (reason: RegExp, passwords: string[]) => {
  for (const password of passwords) assert.match(textOf(password), reason, password)
}

test('common passwords and their variants are rejected', () => {
  refused(/most common/, [
    ...[
      'password123',
      'PASSWORD123',
      'P@ssw0rd2026',
      'pa55word1234567',
      'passwordpassword',
      'mypassword!',
      'letmein12345',
    ],
    ...[
      'qwertyuiop',
      'qwertz12345',
      '1qaz2wsx3edc',
      '1234567890',
      '0987654321',
      'abcdefghij',
      '147258369a',
      'a1b2c3d4e5',
    ],
    ...[
      'Summer2026!',
      'Sommer2025',
      'Dezember-24',
      'dragon4711',
      'michael230284',
      'Liverpool1892',
      'fussball!!',
      '01.01.1990!',
    ],
    ...['iloveyou123', 'Superman99!', 'correcthorsebatterystaple', 'hunter2hunter2', 'administrator', 'Willkommen1!'],
  ])
  refused(/few different/, ['aaaaaaaaaaaa', 'abababababab', 'abcabcabcabc'])
})

test('passwords made of the names of the user or of the product are rejected', () => {
  refused(/name or e-mail/, [
    ...[
      'kim.miller@cartage.example.com',
      'Miller2026!',
      'KimMiller123',
      'ohara-miller-1',
      'M1ll3r!2026',
      'cartage2026',
      'Dray-Miller-1',
    ],
  ])
  refused(/this service/, ['draydraydray', 'Dray2026!!', 'drayconsole', 'Dr4y-Consignment', 'logistics123'])
})

test('a password that is hard to guess is accepted', () => {
  for (const fine of [
    ...[
      goodPassword,
      'correct horse battery staple',
      '日本語のパスワードです',
      'ab12cd34ef56',
      'kQ7#vv9!pL',
      'blue8kq2xz',
    ],
    ...['a password of some length', 'der Hund bellt nachts', 'miller and the wooden bridge', 'hamburg tastes of rain'],
    ...['x'.repeat(6).padEnd(1_000, 'abcd'), 'password'.repeat(5)],
  ])
    assert.equal(findWeakness(fine, kim), undefined, fine)
})
