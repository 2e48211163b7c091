//! The bytes of mails and letters as they are stored: compressed where that makes them smaller.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::bufread::ZlibDecoder;
use flate2::write::ZlibEncoder;
use sha2::{Digest, Sha256};

use super::{Result, StoreError};

/// The bytes as they are: zlib does not make them smaller.
const PLAIN: i64 = 0;
/// With zlib, whose checksum is verified when they are read.
const ZLIB: i64 = 1;

/// Bytes to be stored, with the form that they have.
pub(super) struct Packed {
    pub form: i64,
    pub bytes: Vec<u8>,
}

/// Compresses bytes, or leaves them as they are if that does not make them smaller.
pub(super) fn pack(raw: &[u8]) -> Packed {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    match encoder.write_all(raw).and_then(|()| encoder.finish()) {
        Ok(bytes) if bytes.len() < raw.len() => Packed { form: ZLIB, bytes },
        _ => Packed {
            form: PLAIN,
            bytes: raw.to_vec(),
        },
    }
}

/// Compresses bytes up to a size; the second value tells whether all of them fit. Otherwise it is their
/// beginning that is kept.
pub(super) fn pack_at_most(raw: &[u8], most: usize) -> (Packed, bool) {
    const CHUNK: usize = 16 << 10;
    if raw.len() <= most {
        return (pack(raw), true);
    }
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let mut kept = 0;
    for chunk in raw.chunks(CHUNK) {
        // A chunk that cannot be compressed grows by a few bytes.
        if encoder.get_ref().len() + CHUNK + CHUNK / 16 > most {
            break;
        }
        // A flush tells how long the result is. Writing into a vector does not fail.
        let written = encoder.write_all(chunk).and_then(|()| encoder.flush());
        if written.is_err() {
            break;
        }
        kept += chunk.len();
    }
    let whole = kept == raw.len();
    match encoder.finish() {
        Ok(bytes) => (Packed { form: ZLIB, bytes }, whole),
        Err(_) => {
            let (form, bytes) = (PLAIN, raw[..most].to_vec());
            (Packed { form, bytes }, false)
        }
    }
}

/// The bytes as they were before [`pack`].
pub(super) fn unpack(form: i64, bytes: Vec<u8>) -> Result<Vec<u8>> {
    match form {
        PLAIN => Ok(bytes),
        ZLIB => {
            // Text shrinks to about a third: with room for all of it, it is read at one go.
            let mut raw = Vec::with_capacity(4 * bytes.len());
            let read = ZlibDecoder::new(&*bytes).read_to_end(&mut raw);
            read.map_err(|error| StoreError::Corrupt(format!("compressed bytes: {error}")))?;
            Ok(raw)
        }
        _ => Err(StoreError::Corrupt(format!("bytes of the form {form}"))),
    }
}

/// What the bytes of a mail are recognised by after they were deleted.
pub(super) fn hash(raw: &[u8]) -> [u8; 16] {
    let mut short = [0; 16];
    short.copy_from_slice(&Sha256::digest(raw)[..16]);
    short
}

/// The Message-ID in the header of a mail, without `<>`.
pub(super) fn message_id(raw: &[u8]) -> Option<String> {
    let parsed = mail_parser::MessageParser::new()
        .with_message_ids()
        .default_header_ignore()
        .parse_headers(raw)?;
    parsed.message_id().map(str::to_owned)
}
