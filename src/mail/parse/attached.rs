//! Files that a mail has with it.

use mail_parser::{MessagePart, MimeHeaders, PartType};

use super::{MAX_MAIL, body, few_parts};

/// A file that a mail has with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AttachedFile {
    /// Its name, without folders.
    pub name: String,
    /// What is in it.
    pub content: Vec<u8>,
}

/// The files of a mail whose names end with `ending`, in lower or upper case.
pub fn attached_files(raw: &[u8], ending: &str) -> Vec<AttachedFile> {
    let message = body::parse(few_parts(raw.get(..MAX_MAIL).unwrap_or(raw)));
    let parts = message.parts.iter();
    let files = parts.filter_map(|part| Some((file_name(part)?, content(part)?)));
    let files = files.map(|(name, content)| AttachedFile { name, content });
    files
        .filter(|file| file.name.to_lowercase().ends_with(ending))
        .collect()
}

/// The name of a part that is a file (RFC 2183 section 2.3, RFC 2046 section 4.1).
pub(super) fn file_name(part: &MessagePart<'_>) -> Option<String> {
    let name = part.attachment_name()?;
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let name = super::text::one_line(last, 80);
    (!name.is_empty()).then_some(name)
}

fn content(part: &MessagePart<'_>) -> Option<Vec<u8>> {
    match &part.body {
        PartType::Text(text) | PartType::Html(text) => Some(text.as_bytes().to_vec()),
        PartType::Binary(bytes) | PartType::InlineBinary(bytes) => Some(bytes.to_vec()),
        PartType::Message(_) | PartType::Multipart(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_found_by_their_names() {
        let raw = b"Content-Type: multipart/mixed; boundary=x\n\n--x\n\nvariant add\n--x\n\
            Content-Type: text/plain; name=\"Club.INI\"\n\n[one:chess]\n--x\n\
            Content-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\
            Content-Disposition: attachment; filename*=UTF-8''..%2Ftwo.ini\n\nW3R3bzpjaGVzc10K\n--x\n\
            Content-Type: image/png; name=board.png\n\nx\n--x--\n";
        let files = attached_files(raw, ".ini");
        let files: Vec<(&str, &[u8])> = files
            .iter()
            .map(|file| (file.name.as_str(), file.content.trim_ascii()))
            .collect();
        assert_eq!(
            files,
            [
                ("Club.INI", &b"[one:chess]"[..]),
                ("two.ini", b"[two:chess]")
            ]
        );
        let message = body::parse(raw);
        assert_eq!(body::body_text(&message), "variant add\n");
    }
}
