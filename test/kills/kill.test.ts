// What was acknowledged survives the process, however often it is killed.
import { test } from 'node:test'
import { killsUnderLoad } from '../support/kills.ts'

const kills = 6

test(`${kills} kills under load lose no acknowledged write and leave no partial one`, (t) => killsUnderLoad(t, kills))
