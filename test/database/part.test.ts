// Parts of a transaction, as rules use them for rows of an import: what fails is undone alone, what is rehearsed leaves nothing.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createEnvironment, listEnvironments } from '../../server/access/environment/rules.ts'
import type { ReadTransaction, WriteTransaction } from '../../server/platform/database/database.ts'
import { everyEngine } from '../support/harness.ts'
import { aKey } from '../support/orders.ts'

everyEngine('parts of a transaction', (open) => {
  const add = (tx: WriteTransaction, name: string) => createEnvironment(tx, name, Date.now())
  const namesIn = async (tx: ReadTransaction) => (await listEnvironments(tx)).map(({ name }) => name)
  const addAndFail = async (tx: WriteTransaction, name: string): Promise<never> => {
    await add(tx, name)
    throw new Error(`no ${name}`)
  }

  test('a part of a transaction that fails after a change is rolled back alone', async () => {
    const service = await open()
    const [kept, undone, also] = [aKey(), aKey(), aKey()]
    let runs = 0
    const seen = await service.database(({ write }) =>
      write(async (tx) => {
        runs++
        await tx.part((part) => add(part, kept))
        await tx
          .part((part) => addAndFail(part, undone))
          .catch((error) => {
            if (error.message !== `no ${undone}`) throw error
          })
        await tx.part((part) => add(part, also))
        return namesIn(tx)
      }),
    )
    assert.equal(runs, 2, 'savepoints are used only when they are needed')
    const names = await service.database(({ read }) => read(namesIn))
    for (const list of [seen, names]) {
      assert.ok(list.includes(kept) && list.includes(also))
      assert.ok(!list.includes(undone))
    }
  })

  test('a transaction whose part fails before a change does not start again', async () => {
    const service = await open()
    const name = aKey()
    let runs = 0
    await service.database(({ write }) =>
      write(async (tx) => {
        runs++
        await assert.rejects(
          tx.part(async () => {
            throw new Error('refused')
          }),
          /refused/,
        )
        await tx.part((part) => add(part, name))
      }),
    )
    assert.equal(runs, 1)
    assert.ok((await service.database(({ read }) => read(namesIn))).includes(name))
  })

  test('changes of a dry run are visible inside it and rolled back after it, also in a nested dry run', async () => {
    const service = await open()
    const [one, two, kept] = [aKey(), aKey(), aKey()]
    await service.database(({ write }) =>
      write(async (tx) => {
        const inside = await tx.rehearse(async (part) => {
          await add(part, one)
          await part
            .part((inner) => addAndFail(inner, two))
            .catch((error) => {
              if (!/no /.test(error.message)) throw error
            })
          return namesIn(part)
        })
        assert.ok(inside.includes(one) && !inside.includes(two))
        await add(tx, kept)
      }),
    )
    const names = await service.database(({ read }) => read(namesIn))
    assert.ok(names.includes(kept) && !names.includes(one) && !names.includes(two))
  })
})
