-- checksum: CRC-32 of `document`. It holds while `listed` has reached the version: 0.2.0 changes `document` and `version`, and neither
-- `checksum` nor `listed`.
alter table consignments add column checksum bigint;
