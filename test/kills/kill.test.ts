// What was acknowledged survives the process, however often it is killed.
import { test } from 'node:test'
import { killsUnderLoad } from '../support/kills.ts'

const kills = 6

test(`nothing acknowledged is lost and nothing is half-written by ${kills} kills under load`, (t) =>
  killsUnderLoad(t, kills))
