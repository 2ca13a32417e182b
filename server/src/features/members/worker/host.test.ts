import { Worker } from 'node:worker_threads';
import { describe, expect, it, vi } from 'vitest';
import { SheetError } from '@mission-control/spreadsheet';
import { BOMBS } from '@mission-control/spreadsheet/testing/bombs';
import { rowXml, text, writeWorkbook } from '@mission-control/spreadsheet/testing/workbook';
import { runMemberJob } from './host.ts';
import { RowsJson } from './rows-json.ts';

const TIMEOUT = { timeout: 60_000 };
const JOB = { kind: 'read', name: 'x.csv' } as const;
const read = async (bytes: Uint8Array): Promise<Record<string, unknown>> =>
  JSON.parse(Buffer.from(await runMemberJob(JOB, bytes)).toString()) as Record<string, unknown>;

describe('the spreadsheet thread', () => {
  it('returns JSON with each row as wide as the header', TIMEOUT, async () => {
    const rows = Array.from({ length: 5_000 }, (_, row) =>
      rowXml(row + 1, text(`Zoë ${row}`), text(row % 2 ? '' : '😀"\\')),
    );
    const answer = await runMemberJob(JOB, writeWorkbook({ rows: rows.join('') }));
    const { valid, header, members } = JSON.parse(Buffer.from(answer).toString()) as Record<string, string[][]>;
    expect({ valid, header, first: members?.slice(0, 2), count: members?.length }).toEqual({
      valid: true,
      header: ['Zoë 0', '😀"\\'],
      first: [
        ['Zoë 1', ''],
        ['Zoë 2', '😀"\\'],
      ],
      count: 4_999,
    });
  });

  it('pads empty rows and rows shorter than a later one', TIMEOUT, async () => {
    expect(await read(Buffer.from('a,b\n\n1\n2,,3\n'))).toMatchObject({
      header: ['a', 'b', ''],
      members: [
        ['', '', ''],
        ['1', '', ''],
        ['2', '', '3'],
      ],
    });
  });

  it('copies bytes that are part of a larger buffer', TIMEOUT, async () => {
    const upload = Buffer.from('head;Name,Town\nAnn,Rye\n;tail');
    expect(await read(upload.subarray(5, -5))).toMatchObject({ header: ['Name', 'Town'], members: [['Ann', 'Rye']] });
    expect(upload.toString()).toBe('head;Name,Town\nAnn,Rye\n;tail');
  });

  it('returns the fault of a sheet', TIMEOUT, async () => {
    const bomb = BOMBS.find(([name]) => name === '524 kB that unpack to 512 MiB')?.[1]();
    await expect(read(bomb ?? new Uint8Array())).rejects.toThrow(SheetError);
    await expect(read(new Uint8Array())).rejects.toThrow('The file is empty');
  });

  it('refuses texts of more than 60 MB', () => {
    const json = new RowsJson();
    const row = ['x'.repeat(64 * 1024)];
    const addMany = (): void => {
      for (let count = 0; count < 1_100; count += 1) json.add(row);
    };
    expect(addMany).toThrow('its texts have more than 60 MB');
  });

  it('terminates a job after the timeout', TIMEOUT, async () => {
    const terminated = vi.spyOn(Worker.prototype, 'terminate');
    await expect(runMemberJob(JOB, Buffer.from('a\nb\n'), { timeoutMs: 1 })).rejects.toThrow(
      'takes longer than 0.001 s',
    );
    expect(terminated).toHaveBeenCalledOnce();
    terminated.mockRestore();
    expect(await read(Buffer.from('a\nb\n'))).toMatchObject({ members: [['b']] });
  });

  it('terminates a job that exhausts its memory, without affecting the process', TIMEOUT, async () => {
    const many = Buffer.from(`a\n${'b,c,d\n'.repeat(100_000)}`);
    const little = { memoryMb: 4 };
    await expect(runMemberJob(JOB, many, little)).rejects.toThrow('needs too much memory');
    expect(await read(Buffer.from('a\nb\n'))).toMatchObject({ members: [['b']] });
  });

  it('runs two concurrent jobs and refuses a third', TIMEOUT, async () => {
    const jobs = [read(Buffer.from('a\n1\n')), read(Buffer.from('a\n2\n')), read(Buffer.from('a\n3\n'))];
    const outcomes = await Promise.allSettled(jobs);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(outcomes[2]).toHaveProperty('reason.code', 'unavailable');
    expect(await read(Buffer.from('a\n4\n'))).toMatchObject({ members: [['4']] });
  });
});
