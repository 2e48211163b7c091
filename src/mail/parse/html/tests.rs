use std::time::Duration;

use super::to_text;
use crate::clock::Deadline;

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (html, text) in cases {
        assert_eq!(to_text(html), *text, "{html}");
    }
}

#[test]
fn each_block_is_a_line() {
    check(&[
        (
            "<div>move: e2e4</div><div>caf&eacute; &amp; <b>x</b></div>",
            "move: e2e4\ncafé & x\n",
        ),
        ("a<br>\r\n<br/>b", "a\n\nb\n"),
        ("<div>a</div><div><br></div><div>b</div>", "a\n\nb\n"),
        ("<p>a</p>\n<p>b</p>", "a\n\nb\n"),
        ("<div>a</div>b<div>c</div>d", "a\nb\nc\nd\n"),
        ("a <span style='display:block'>b</span> c", "a\nb\nc\n"),
        ("<div style='display:inline'>a</div> b", "a b\n"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "a b\nc\n"),
        ("<ul><li>a<li>b</ul>c", "a\nb\n\nc\n"),
        (
            "<div style='font-size:0'><div style='font-size:9px'>a</div><b style='font-size:9px'>b</b></div>",
            "a\nb\n",
        ),
    ]);
}

#[test]
fn a_turn_stays_on_one_line() {
    let words = "Ng1-f3 @@e3 ".repeat(40);
    let html = format!("<div>{}</div>", words.replace(' ', "\r\n  "));
    assert_eq!(to_text(&html), format!("{}\n", words.trim_end()));
}

#[test]
fn quotes_are_marked() {
    check(&[
        (
            "e4<blockquote class=\"x>y\">one<br>two<blockquote>three</blockquote></blockquote>below",
            "e4\n> one\n> two\n>> three\nbelow\n",
        ),
        ("<div><blockquote><p>a</div>b", "> a\n\nb\n"),
        ("a</blockquote>b", "ab\n"),
    ]);
}

#[test]
fn quotes_of_mail_programs_are_marked() {
    check(&[
        (
            "e4<div class='moz-cite-prefix'>On Friday x wrote:<br></div><blockquote>q</blockquote>d4",
            "e4\n> On Friday x wrote:\n> q\nd4\n",
        ),
        // Answers between block quotes are inside Gmail's frame.
        (
            "<div class='gmail_quote gmail_quote_container'><div>x wrote:</div><blockquote>q</blockquote>e4<blockquote>r</blockquote></div>",
            "x wrote:\n> q\ne4\n> r\n",
        ),
        (
            "e4<div class='gmail_quote'>q<br>r</div>d4",
            "e4\n> q\n> r\nd4\n",
        ),
        (
            "<body><div>e4</div><div id='appendonsend'></div><hr><div id='divRplyFwdMsg'><b>From:</b> x</div><div>q</div></body>",
            "e4\n\n> From: x\n> q\n",
        ),
        ("e4<hr>q", "e4\n\n________________\n\nq\n"),
        (
            "<blockquote><div id='x_divRplyFwdMsg'>a</div>b</blockquote>e4",
            ">> a\n>> b\ne4\n",
        ),
        (
            "e4<div id='ydp1yahoo_quoted_2' class='ydp1yahoo_quoted'>q</div>",
            "e4\n> q\n",
        ),
        (
            "e4<div style='border-left: 2px solid #ccc'>q</div>",
            "e4\n> q\n",
        ),
        ("<div style='border-left: 0 solid'>e4</div>", "e4\n"),
        ("<div hidden><div id='appendonsend'></div></div>e4", "e4\n"),
        ("e4<div id='appendonsend'></div>q", "e4\n> q\n"),
    ]);
}

#[test]
fn scripts_and_comments_are_left_out() {
    check(&[
        (
            "<!DOCTYPE html><head><style>p > a {}</style><title>T</title></head><!-- c --><script>if (a</b) x</SCRIPT >y",
            "y\n",
        ),
        (
            "<!--[if mso]><p>no</p><![endif]--><![if !mso]>e4<![endif]>",
            "e4\n",
        ),
        ("<?xml version=\"1.0\"?><o:p>e4</o:p>", "e4\n"),
        ("<noscript><p>resign</p></noscript>e4", "e4\n"),
    ]);
}

#[test]
fn hidden_and_struck_out_text_is_left_out() {
    for hidden in [
        "<p style=\"display: none\">resign</p>",
        "<div hidden>resign<div>x</div></div>",
        "<div HIDDEN=''>resign</div>",
        "<s>Ke2 @@d3</s>",
        "<del>resign</del><template>legal</template>",
        "<span style='TEXT-DECORATION:line-through'>resign</span>",
        "<span style='visibility:hidden'>resign</span>",
        "<span style='font-size:0'>resign</span>",
        "<span style='display:none'><span>resign</span> resign</span>",
        "<blockquote style='display:none'>resign<br><p>resign</blockquote>",
    ] {
        assert_eq!(to_text(&format!("{hidden}<p>Nf3</p>")), "Nf3\n", "{hidden}");
    }
    check(&[("<br hidden>Nf3", "\nNf3\n")]);
}

/// M11: the word `hidden` hides nothing where it is not the attribute of this name.
#[test]
fn text_that_only_looks_hidden_is_shown() {
    for shown in [
        "<p style=\"overflow: hidden\">Nf3</p>",
        "<p class=\"x hidden y\">Nf3</p>",
        "<p title='display:none' data-hidden hidden-x>Nf3</p>",
        "<p style='font-size:0'><span style='font-size:14px'>Nf3</span></p>",
        "<p style='visibility:hidden'><b style='visibility:visible'>Nf3</b></p>",
        "<p style='font-size:10px'>Nf3</p>",
        "<p hidden style='display:block'>Nf3</p>",
        "<table style='font-size:0'><tr style='font-size:9px'><td>Nf3</table>",
        "<img alt='x' hidden><p>Nf3</p>",
    ] {
        assert_eq!(to_text(shown), "Nf3\n", "{shown}");
    }
}

/// M11: what is hidden ends where a browser ends the element, with or without an end tag.
#[test]
fn elements_end_where_a_browser_ends_them() {
    check(&[
        ("<p style='display:none'>a<p>b", "b\n"),
        ("<p style='display:none'>a<div>b</div>", "b\n"),
        ("<div><p style='display:none'>a</div>b", "b\n"),
        ("<p style='display:none'>a<ul><li>b</ul>", "b\n"),
        ("<p style='display:none'>a<span>b</span>c</p>d", "d\n"),
        ("<ul><li hidden>a<li>b</ul>", "b\n"),
        ("<dl><dt hidden>a<dd>b</dl>", "b\n"),
        (
            "<table><tr><td hidden>a<td>b<tr hidden><td>c<tr><td>d</table>",
            "b\nd\n",
        ),
        ("<table><tr hidden><td>a</table>b", "b\n"),
        ("<div hidden>a<p>b</div>c", "c\n"),
        ("<div hidden>a</span></p>b</div>c", "c\n"),
        ("<span hidden>a<div>b</span>c</div>d</span>e", "e\n"),
        ("<div><s>a</div>b</s>c", "c\n"),
        ("<table><tr><td><s>a</td><td>b</td></tr></table>", "b\n"),
        ("<s>a<div>b</s>c</div>", "c\n"),
        ("<div><p>a<s>b</p>c</s>d</div>", "a\n\nd\n"),
        ("a</p>b</br>c", "a\n\nb\nc\n"),
    ]);
}

#[test]
fn preformatted_text_keeps_its_shape() {
    check(&[
        ("<pre>8 |r|n\n7 |p  </pre>", "8 |r|n\n7 |p\n"),
        ("<pre>\n8 |r\r\n</pre>e4", "8 |r\ne4\n"),
        (
            "<div style='white-space: pre-wrap'>a\nb</div>c\nd",
            "a\nb\nc d\n",
        ),
        (
            "<pre>a  b<span style='white-space:normal'>\nc</span></pre>",
            "a  b c\n",
        ),
    ]);
}

#[test]
fn references_are_read_as_browsers_do() {
    check(&[
        ("Ng1&ndash;f3&nbsp;&#64;&#x40;e3", "Ng1–f3\u{a0}@@e3\n"),
        (
            "&lt;b&gt; &amp;lt; &copy 1 < 2 & 3",
            "<b> &lt; © 1 < 2 & 3\n",
        ),
        ("a&#10;b&#0;", "a b\u{fffd}\n"),
        ("<p title='&quot;>'>x", "x\n"),
    ]);
}

#[test]
fn broken_markup_is_read_all_the_same() {
    for html in [
        "<",
        "a < b",
        "<a href=\"",
        "&",
        "&;",
        "&#xffffffff;",
        "&#0;",
        "</",
        "<!--",
        "<script>",
        "&é;",
        "</p",
        "<p/",
        "<p =",
        "<!DOCTYPE",
        "<![CDATA[",
        "<pre>",
        "\0<\0>\0",
    ] {
        let _ = to_text(html);
    }
    // A tag that never ends is no text.
    check(&[("e4 <unclosed", "e4\n")]);
}

#[test]
fn hostile_markup_takes_linear_time() {
    for unit in [
        "<div>",
        "<b>",
        "<s>",
        "<s><p>",
        "<td>",
        "<span hidden>",
        "<blockquote>",
        "<blockquote><p>",
        "<div id=appendonsend>",
        "<div class='gmail_quote'>",
        "<table><tr><td>x",
        "<div></b>",
        "</div>",
        "<a \"",
        "<a b>",
        "<x \"'\"'>",
        "<x \"'>",
        "</",
        "<!-",
        "<b x=1>",
        "&#",
        "&amp",
        "<p style='font-size:0'>x",
        "<title>",
        "<script><!--<script>",
    ] {
        // Quadratic time would be minutes for these lengths.
        let deadline = Deadline::after(Duration::from_secs(20));
        let text = to_text(&unit.repeat((1 << 20) / unit.len()));
        assert!(deadline.left().is_some(), "{unit}");
        assert!(text.len() < 4 << 20, "{unit}");
    }
    let attributes: String = (0..100_000).map(|n| format!(" a{n}=x")).collect();
    assert_eq!(to_text(&format!("<p{attributes}>e4")), "e4\n");
}
